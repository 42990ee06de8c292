import { type ScheduledFrequency } from '@tributary/contracts';
import { Gauge, type ServiceMetrics } from '@tributary/service';
import { batchDeadlinesMs, RUN_DEADLINE_MS, stepDeadlinesMs } from '../domain/deadlines.ts';
import { type Step } from '../domain/payout.ts';
import { lastRuns, type PayoutBatch } from '../domain/payout-run.ts';

type BatchStatus = PayoutBatch['status'];

interface Watched {
  readonly clock: { now(): Date };
  readonly payouts: { countSince(step: Step, before: Date): Promise<number> };
  readonly runs: {
    has(id: string): Promise<boolean>;
    countCollecting(frequency: ScheduledFrequency, before: Date): Promise<number>;
  };
  readonly batches: { countOpen(status: BatchStatus, before: Date): Promise<number> };
}

/** Registers gauges that count what is past its deadline whenever the metrics are read. */
export function watchDeadlines({ registry }: ServiceMetrics, watched: Watched): void {
  const { clock, payouts, batches } = watched;
  const before = (ms: number): Date => new Date(clock.now().getTime() - ms);
  new Gauge({
    name: 'payouts_stuck',
    help: 'Payouts that have been in a step for longer than its deadline',
    labelNames: ['step'],
    registers: [registry],
    async collect() {
      for (const [step, ms] of Object.entries(stepDeadlinesMs) as [Step, number][]) {
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
      for (const run of lastRuns(clock.now())) {
        const { frequency } = run;
        const count = countLateRuns(watched.runs, run, before(RUN_DEADLINE_MS));
        setIfKnown(this, { frequency }, await known(count));
      }
    },
  });
  new Gauge({
    name: 'payout_batches_stuck',
    help: 'Batches of scheduled payouts that were not begun, or not ended, by their deadline',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      for (const [status, ms] of Object.entries(batchDeadlinesMs) as [BatchStatus, number][]) {
        setIfKnown(this, { status }, await known(batches.countOpen(status, before(ms))));
      }
    },
  });
}

/** Runs of a frequency that are still collecting, and the last one where it was never opened. */
async function countLateRuns(
  runs: Watched['runs'],
  last: { readonly id: string; readonly frequency: ScheduledFrequency; readonly day: Date },
  before: Date,
): Promise<number> {
  const collecting = await runs.countCollecting(last.frequency, before);
  return last.day < before && !(await runs.has(last.id)) ? collecting + 1 : collecting;
}

/** Undefined where the count fails: a database outage has alerts of its own and must not fail the scrape. */
const known = (count: Promise<number>): Promise<number | undefined> => count.catch(() => undefined);

function setIfKnown<Label extends string>(
  gauge: Gauge<Label>,
  labels: Partial<Record<Label, string>>,
  count: number | undefined,
): void {
  if (count !== undefined) gauge.set(labels, count);
}

/** The gauges that are set on events. */
export function payoutGauges({ registry }: ServiceMetrics) {
  const circuit = new Gauge({
    name: 'payout_provider_circuit_open',
    help: 'Whether the circuit breaker of a provider is open after repeated failures',
    labelNames: ['provider'],
    registers: [registry],
  });
  const differences = new Gauge({
    name: 'payout_reconcile_differences',
    help: 'Differences between the provider’s list and our payouts in the last comparison',
    labelNames: ['provider'],
    registers: [registry],
  });
  return { circuit, differences };
}
