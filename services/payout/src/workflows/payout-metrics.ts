import { type ScheduledFrequency } from '@tributary/contracts';
import {
  type Gauge,
  moneyMetrics,
  observeTraced,
  registerGauge,
  registerHistogram,
} from '@tributary/metrics';
import { type ServiceMetrics } from '@tributary/service';
import { currentSpan, keptTraceId } from '@tributary/tracing';
import { SECOND_MS } from '@tributary/units';
import { type ProviderObserver } from '../clients/providers/open-providers.ts';
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
  registerGauge(registry, moneyMetrics.stuckPayouts, async (gauge) => {
    for (const [step, ms] of Object.entries(stepDeadlinesMs) as [Step, number][]) {
      setIfKnown(gauge, { step }, await known(payouts.countSince(step, before(ms))));
    }
  });
  registerGauge(registry, moneyMetrics.stuckRuns, async (gauge) => {
    for (const run of lastRuns(clock.now())) {
      const { frequency } = run;
      const count = countLateRuns(watched.runs, run, before(RUN_DEADLINE_MS));
      setIfKnown(gauge, { frequency }, await known(count));
    }
  });
  registerGauge(registry, moneyMetrics.stuckBatches, async (gauge) => {
    for (const [status, ms] of Object.entries(batchDeadlinesMs) as [BatchStatus, number][]) {
      setIfKnown(gauge, { status }, await known(batches.countOpen(status, before(ms))));
    }
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

/** The metrics that are set on events. */
export function payoutMetrics({ registry }: ServiceMetrics) {
  const circuit = registerGauge(registry, moneyMetrics.circuitOpen);
  const duration = registerHistogram(registry, moneyMetrics.providerDuration);
  const observer: ProviderObserver = {
    onCircuit: (provider, isOpen) => {
      circuit.set({ provider }, isOpen ? 1 : 0);
    },
    onCall: (provider, outcome, ms) => {
      observeTraced(duration, {
        labels: { provider, outcome },
        value: ms / SECOND_MS,
        traceId: keptTraceId(currentSpan()),
      });
    },
  };
  return { observer, differences: registerGauge(registry, moneyMetrics.bookDifferences) };
}
