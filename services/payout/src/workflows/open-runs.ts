import { isDuplicateKey } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { decideRun, lastRuns, type PayoutRun } from '../domain/payout-run.ts';

/**
 * Opens the latest due run of each frequency unless it exists. A run's id contains its day, so racing schedulers,
 * restarts and a clock that steps back open each run once.
 */
export const openRuns = (deps: Pick<Deps, 'clock' | 'log' | 'runs'>) => async (): Promise<void> => {
  for (const run of lastRuns(deps.clock.now())) {
    if (await deps.runs.has(run.id)) continue;
    await openRun(deps, decideRun(run, await deps.runs.hasBefore(run.frequency, run.day)));
  }
};

/** Opens a run. @returns false where it exists already */
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
