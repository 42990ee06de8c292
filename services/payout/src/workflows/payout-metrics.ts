import { type ScheduledFrequency } from '@tributary/contracts';
import { Gauge, type ServiceMetrics } from '@tributary/service';
import { type Step } from '../domain/payout.ts';
import { lastRuns, type PayoutBatch } from '../domain/payout-run.ts';

/**
 * How long a payout may be in a step before somebody should look; providers may take days, and who is last in
 * a run of thousands waits for some minutes.
 */
export const deadlines: Readonly<Partial<Record<Step, number>>> = {
  reserving: 15 * MINUTE_MS,
  retrying: 5 * MINUTE_MS,
  submitting: 15 * MINUTE_MS,
  sent: 72 * HOUR_MS,
  settling: 15 * MINUTE_MS,
  releasing: 15 * MINUTE_MS,
  refusing: 15 * MINUTE_MS,
  voiding: 15 * MINUTE_MS,
  withdrawing: 15 * MINUTE_MS,
  restoring: 15 * MINUTE_MS,
  held: 72 * HOUR_MS,
};

/** A run of ten thousand has found out whom to pay in a fraction of this. */
const RUN_MS = 30 * MINUTE_MS;

/** How long after it was made a batch may be in a state: one under way ends with the last of its payouts. */
const batchDeadlines: Readonly<Partial<Record<PayoutBatch['status'], number>>> = {
  created: RUN_MS,
  processing: 73 * HOUR_MS,
};

interface Watched {
  readonly clock: { now(): Date };
  readonly payouts: { countSince(step: Step, before: Date): Promise<number> };
  readonly runs: {
    has(id: string): Promise<boolean>;
    countCollecting(frequency: ScheduledFrequency, before: Date): Promise<number>;
  };
  readonly batches: { countOpen(status: PayoutBatch['status'], before: Date): Promise<number> };
}

/** Counts what is past its deadline, each time the metrics are read. */
export function watchDeadlines({ registry }: ServiceMetrics, watched: Watched): void {
  const { clock, payouts, batches } = watched;
  const before = (ms: number): Date => new Date(clock.now().getTime() - ms);
  new Gauge({
    name: 'payouts_stuck',
    help: 'Payouts that have been in a step for longer than its deadline',
    labelNames: ['step'],
    registers: [registry],
    async collect() {
      for (const [step, ms] of Object.entries(deadlines) as [Step, number][]) {
        setIfKnown(this, { step }, await known(payouts.countSince(step, before(ms))));
      }
    },
  });
  new Gauge({
    name: 'payout_runs_stuck',
    help: 'Scheduled runs that fell due and were not opened, or not collected, by their deadline',
    labelNames: ['frequency'],
    registers: [registry],
    async collect() {
      for (const { id, frequency, day } of lastRuns(clock.now())) {
        const isLate = day < before(RUN_MS);
        const count = async () => {
          const collecting = await watched.runs.countCollecting(frequency, before(RUN_MS));
          return isLate && !(await watched.runs.has(id)) ? collecting + 1 : collecting;
        };
        setIfKnown(this, { frequency }, await known(count()));
      }
    },
  });
  new Gauge({
    name: 'payout_batches_stuck',
    help: 'Batches of scheduled payouts that were not begun, or not ended, by their deadline',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      for (const [status, ms] of Object.entries(batchDeadlines) as [
        PayoutBatch['status'],
        number,
      ][]) {
        setIfKnown(this, { status }, await known(batches.countOpen(status, before(ms))));
      }
    },
  });
}

/** A scrape says what it can: a database that is away shows elsewhere. */
const known = (count: Promise<number>): Promise<number | undefined> => count.catch(() => undefined);

function setIfKnown<Label extends string>(
  gauge: Gauge<Label>,
  labels: Partial<Record<Label, string>>,
  count: number | undefined,
): void {
  if (count !== undefined) gauge.set(labels, count);
}

/** The gauges that are set by what happens. */
export function payoutGauges({ registry }: ServiceMetrics) {
  const circuit = new Gauge({
    name: 'payout_provider_circuit_open',
    help: 'Whether a provider failed so often that it is left alone for a moment',
    labelNames: ['provider'],
    registers: [registry],
  });
  const differences = new Gauge({
    name: 'payout_reconcile_differences',
    help: 'What disagreed when the provider’s list was compared with ours last',
    labelNames: ['provider'],
    registers: [registry],
  });
  return { circuit, differences };
}
