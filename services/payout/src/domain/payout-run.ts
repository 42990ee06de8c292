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

/** The scheduled payouts of one frequency on one day; there is one per day, for ever. */
export interface PayoutRun {
  /** `monthly:2026-06-01` */
  readonly id: string;
  readonly frequency: ScheduledFrequency;
  /** The day it fell due. */
  readonly day: Date;
  /** `skipped`: it fell due before the system ran at all. */
  readonly state: 'collecting' | 'collected' | 'skipped';
  /** Affiliates up to this one were looked at, in the order of their ids. */
  readonly cursor: string;
  readonly payoutCount: number;
  readonly amountMinor: number;
  readonly createdAt: Date;
  readonly collectedAt: Date | null;
}

/** Payouts of a run that go through one provider. */
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

/** How many of a batch's payouts there are in each state. */
export interface BatchTally {
  /** Not yet given to the provider. */
  readonly waiting: number;
  readonly inProgress: number;
  readonly completed: number;
  readonly failed: number;
  readonly held: number;
}

const dayText = (date: Date): string => date.toISOString().slice(0, 10);

export const runId = (frequency: ScheduledFrequency, day: Date): string =>
  `${frequency}:${dayText(day)}`;

/** A run that is about to look for whom it has to pay. */
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
 * The runs that should be there: the last one of each frequency. What fell due while nothing ran is made
 * up for by the next one, as it takes all that is there to be paid.
 */
export const lastRuns = (now: Date): PayoutRun[] =>
  scheduledFrequencies.map((frequency) => newRun(frequency, lastPayoutDay(frequency, now), now));

/**
 * A run that is missing: begun, or skipped where its frequency never had one before, as nobody was promised
 * it. One that an operator began ahead of its day does not count before that day.
 */
export const decideRun = (run: PayoutRun, hadOneBefore: boolean): PayoutRun =>
  hadOneBefore ? run : { ...run, state: 'skipped', collectedAt: run.createdAt };

/** The days that a run covers: from the one before it to the day before it. */
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

/** A batch that was just collected. */
export const decideCreated = (batch: PayoutBatch): BatchDecision => ({
  batch,
  events: [payoutBatchCreated(snapshotOf(batch))],
});

/**
 * How a batch stands by its payouts; undefined where nothing changed. Held payouts do not keep it open, as
 * nobody knows for how long they wait.
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
  const announce = isFailed ? payoutBatchFailed : payoutBatchCompleted;
  return { batch: ended, events: [...began, announce(snapshotOf(ended))] };
}
