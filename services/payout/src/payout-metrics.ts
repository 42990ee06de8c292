import { Gauge, type ServiceMetrics } from '@tributary/service';
import { type Step } from './domain/payout.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a payout may be in a step before somebody should look; providers may take days. */
export const deadlines: Readonly<Partial<Record<Step, number>>> = {
  reserving: 5 * MINUTE_MS,
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

interface Watched {
  readonly clock: { now(): Date };
  readonly payouts: { countSince(step: Step, before: Date): Promise<number> };
}

/** Counts payouts that are past their step's deadline, each time the metrics are read. */
export function watchDeadlines({ registry }: ServiceMetrics, { clock, payouts }: Watched): void {
  new Gauge({
    name: 'payouts_stuck',
    help: 'Payouts that have been in a step for longer than its deadline',
    labelNames: ['step'],
    registers: [registry],
    async collect() {
      const now = clock.now().getTime();
      for (const [step, ms] of Object.entries(deadlines) as [Step, number][]) {
        // A scrape says what it can: a database that is away shows elsewhere.
        const count = await payouts.countSince(step, new Date(now - ms)).catch(() => undefined);
        if (count !== undefined) this.set({ step }, count);
      }
    },
  });
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
