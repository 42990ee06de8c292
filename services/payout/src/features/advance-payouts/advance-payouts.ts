import { setTimeout as pause } from 'node:timers/promises';
import { runWithContext } from '@tributary/context';
import { type Deps } from '../../deps.ts';
import { after } from '../../domain/due.ts';
import { type LoadedPayout } from '../../store/payout-documents.ts';
import { withLease } from '../../workflows/with-lease.ts';
import { type StepDeps, takeStep } from './take-step.ts';

/** Fewer than the database connections, because requests need some as well. */
const CONCURRENT_STEPS = 16;
/** Maximum wait for the current steps before claiming others. */
const CLAIM_AGAIN_MS = 200;

type AdvanceDeps = StepDeps & Pick<Deps, 'leaseMs' | 'stepsInProgress'>;

/**
 * Takes the next step of payouts that are due, several at a time, so that a provider that is slow with one does not
 * delay the others.
 * @returns whether there may be more to do: a payout whose step ends is due for the next one at once
 */
export const advancePayouts =
  (deps: AdvanceDeps) =>
  async (signal: AbortSignal): Promise<boolean> => {
    const { stepsInProgress } = deps;
    if (signal.aborted) return false;
    const free = CONCURRENT_STEPS - stepsInProgress.size;
    if (free > 0) {
      const until = after(deps.clock.now(), deps.leaseMs);
      for (const claimed of await deps.payouts.claimDue(until, free)) {
        const step: Promise<void> = advance(deps, claimed).finally(() => {
          stepsInProgress.delete(step);
        });
        stepsInProgress.add(step);
      }
    }
    if (stepsInProgress.size === 0) return false;
    await firstOf(stepsInProgress, CLAIM_AGAIN_MS, signal);
    return true;
  };

/** Waits until one of the steps ends, for `ms` at most. */
async function firstOf(steps: Iterable<Promise<void>>, ms: number, signal: AbortSignal) {
  const ended = new AbortController();
  const timer = pause(ms, undefined, { signal: AbortSignal.any([ended.signal, signal]) });
  await Promise.race([...steps, timer.catch(() => undefined)]);
  ended.abort();
}

/** Takes one step under the correlation id of the request that made the payout. Never throws. */
async function advance(deps: AdvanceDeps, loaded: LoadedPayout): Promise<void> {
  const correlationId = loaded.correlationId ?? loaded.payout.id;
  const renew = (until: Date): Promise<void> => deps.payouts.renewLease(loaded, until);
  try {
    await withLease(deps, renew, () =>
      runWithContext({ correlationId }, () => takeStep(deps, loaded)),
    );
  } catch (error) {
    // Even postponing failed: the payout is due again when its lease ends.
    const message = 'payout step failed; retried when its lease ends';
    deps.log.error({ err: error, payout_id: loaded.payout.id }, message);
  }
}
