import {
  lastPayoutDay,
  payoutBatchCompleted,
  payoutBatchCreated,
  payoutBatchFailed,
  payoutBatchProcessing,
  type DomainEvent,
  type PayoutBatchSnapshot,
  type PayoutProvider,
  type ScheduledFrequency,
  scheduledFrequencies,
} from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';

/** The scheduled payouts of one frequency on one day; a day has one run per frequency. */
export interface PayoutRun {
  /** `monthly:2026-06-01` */
  readonly id: string;
  readonly frequency: ScheduledFrequency;
  /** The day it fell due. */
  readonly day: Date;
  /** `skipped`: it fell due before the system was first started. */
  readonly state: 'collecting' | 'collected' | 'skipped';
  /** The last affiliate that was collected, in the order of ids. */
  readonly cursor: string;
  readonly payoutCount: number;
  readonly amountMinor: number;
  readonly createdAt: Date;
  readonly collectedAt: Date | null;
}

/** The payouts of one page of a run with one provider. */
export interface PayoutBatch {
  readonly id: string;
  readonly runId: string;
  readonly provider: PayoutProvider;
  readonly frequency: ScheduledFrequency;
  readonly status: PayoutBatchSnapshot['status'];
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly payoutCount: number;
  readonly amountMinor: number;
  readonly completedCount: number;
  readonly failedCount: number;
  readonly heldCount: number;
  readonly currency: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** A batch's payouts by state. */
export interface BatchTally {
  /** Not submitted to the provider yet. */
  readonly waiting: number;
  readonly inProgress: number;
  readonly completed: number;
  readonly failed: number;
  readonly held: number;
}

const dayText = (date: Date): string => date.toISOString().slice(0, 10);

export const runId = (frequency: ScheduledFrequency, day: Date): string =>
  `${frequency}:${dayText(day)}`;

/** A run that has collected no payouts yet. */
export const newRun = (frequency: ScheduledFrequency, day: Date, now: Date): PayoutRun => ({
  id: runId(frequency, day),
  frequency,
  day,
  state: 'collecting',
  cursor: '',
  payoutCount: 0,
  amountMinor: 0,
  createdAt: now,
  collectedAt: null,
});

/**
 * The runs that must exist: the latest of each frequency. Earlier ones that were missed need not be opened, because a
 * run pays everything that is available.
 */
export const lastRuns = (now: Date): PayoutRun[] =>
  scheduledFrequencies.map((frequency) => newRun(frequency, lastPayoutDay(frequency, now), now));

/**
 * Opens a missing run, or skips it where it is the first of its frequency: it fell due before the system was started.
 * @param hasEarlierRun whether the frequency had a run before this day; a run that an operator began early counts from
 * its own day
 */
export const decideRun = (run: PayoutRun, hasEarlierRun: boolean): PayoutRun =>
  hasEarlierRun ? run : { ...run, state: 'skipped', collectedAt: run.createdAt };

/** The days that a run covers: from the day of the previous run to the day before this one. */
export function periodOf({ frequency, day }: PayoutRun): {
  periodStart: string;
  periodEnd: string;
} {
  const yesterday = new Date(day.getTime() - DAY_MS);
  return {
    periodStart: dayText(lastPayoutDay(frequency, yesterday)),
    periodEnd: dayText(yesterday),
  };
}

const snapshotOf = ({ id, runId: _run, endedAt: _end, createdAt, ...rest }: PayoutBatch) => ({
  ...rest,
  batchId: id,
  createdAt: createdAt.toISOString(),
});

export interface BatchDecision {
  readonly batch: PayoutBatch;
  readonly events: readonly DomainEvent[];
}

/** A new batch. */
export const decideCreated = (batch: PayoutBatch): BatchDecision => ({
  batch,
  events: [payoutBatchCreated(snapshotOf(batch))],
});

/**
 * Decides on a batch's state by its payouts; undefined where nothing changed. Held payouts do not delay its end,
 * because a review has no deadline.
 */
export function decideBatch(
  batch: PayoutBatch,
  tally: BatchTally,
  now: Date,
): BatchDecision | undefined {
  const { waiting, inProgress, completed, failed, held } = tally;
  const counted = { completedCount: completed, failedCount: failed, heldCount: held };
  const isBegun = inProgress + completed + failed + held > 0;
  const begins = batch.status === 'created' && isBegun;
  const processing: PayoutBatch = { ...batch, ...counted, status: 'processing' };
  const began: DomainEvent[] = begins ? [payoutBatchProcessing(snapshotOf(processing))] : [];
  if (waiting + inProgress > 0) return begins ? { batch: processing, events: began } : undefined;
  const isFailed = completed + held === 0 && batch.payoutCount > 0 && failed > 0;
  const status = isFailed ? 'failed' : 'completed';
  const ended: PayoutBatch = { ...processing, status, endedAt: now };
  const endEvent = isFailed ? payoutBatchFailed : payoutBatchCompleted;
  return { batch: ended, events: [...began, endEvent(snapshotOf(ended))] };
}
