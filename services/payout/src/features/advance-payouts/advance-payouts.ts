import { openWorkErrorReport } from '@tributary/service';
import { type SpanFacts, tracedUnit } from '@tributary/tracing';
import { createWakeSignal, drain } from '@tributary/work';
import { type Deps } from '../../deps.ts';
import { type LoadedPayout } from '../../store/payout-documents.ts';
import { type StepDeps, takeStep } from './take-step.ts';

/** Fewer than the database connections, because requests need some as well. */
const CONCURRENT_STEPS = 16;
const POLL_MS = 200;

/**
 * Takes the next step of payouts that are due, several at a time, so that a provider that is slow with one does not
 * delay the others. Ends when the signal fires and the current steps are done.
 */
export const advancePayouts =
  (deps: StepDeps & Pick<Deps, 'leaseMs'>) =>
  (signal: AbortSignal): Promise<void> => {
    const message = 'due payouts could not be claimed';
    const reportClaim = openWorkErrorReport(deps, 'advance-payouts', message);
    return drain<LoadedPayout>({
      queue: deps.payouts.due(deps.leaseMs),
      // Logged under the correlation id of the request that made the payout.
      run: (loaded) => {
        const correlationId = loaded.correlationId ?? loaded.payout.id;
        return tracedUnit(correlationId, stepSpan(loaded), () => takeStep(deps, loaded));
      },
      concurrency: CONCURRENT_STEPS,
      leaseMs: deps.leaseMs,
      pollMs: POLL_MS,
      wake: createWakeSignal(),
      signal,
      onError: (error, loaded) => {
        if (loaded === undefined) reportClaim(error);
        else logFailure(deps, error, loaded);
      },
    });
  };

/** A step moves money: its trace is always kept, and that of the request that made the payout goes on. */
const stepSpan = ({ payout, traceparent = '' }: LoadedPayout): SpanFacts => ({
  name: `payout step ${payout.step}`,
  kind: 'internal',
  attributes: { 'tributary.payout_id': payout.id },
  parent: traceparent,
  keep: true,
});

function logFailure({ log }: Pick<Deps, 'log'>, error: unknown, loaded: LoadedPayout): void {
  // Even postponing failed: the payout is due again when its lease ends.
  const message = 'payout step failed; retried when its lease ends';
  log.error({ err: error, payout_id: loaded.payout.id }, message);
}
