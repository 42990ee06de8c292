import { isDuplicateKey } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { decideRun, lastRuns, type PayoutRun } from '../../domain/payout-run.ts';

/**
 * Sees to it that the last due run of each frequency is there. A run's id names its day, so that racing
 * schedulers, restarts and a clock that steps back make each once.
 */
export const openRuns = (deps: Deps) => async (): Promise<void> => {
  for (const run of lastRuns(deps.clock.now())) {
    if (await deps.runs.has(run.id)) continue;
    await openRun(deps, decideRun(run, await deps.runs.hasBefore(run.frequency, run.day)));
  }
};

/** Opens a run. False where it was there already. */
export async function openRun(deps: Pick<Deps, 'runs' | 'log'>, run: PayoutRun): Promise<boolean> {
  try {
    await deps.runs.insert(run);
    deps.log.info({ run: run.id, state: run.state }, 'payout run opened');
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
