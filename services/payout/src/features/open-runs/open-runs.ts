import { isDuplicateKey } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { decideRuns, type PayoutRun } from '../../domain/payout-run.ts';

/**
 * Sees to it that the last due run of each frequency is there. A run's id names its day, so that racing
 * schedulers, restarts and a clock that steps back make each once.
 */
export const openRuns = (deps: Deps) => async (): Promise<void> => {
  const now = deps.clock.now();
  if (await deps.runs.isEmpty()) {
    await skipEarlier(deps, now);
    return;
  }
  for (const run of decideRuns(now, false)) {
    if (!(await deps.runs.has(run.id))) await openRun(deps, run);
  }
};

/** Opens a run. False where it was there already. */
export async function openRun(deps: Pick<Deps, 'runs' | 'log'>, run: PayoutRun): Promise<boolean> {
  try {
    await deps.runs.insert(run);
    deps.log.info({ run: run.id }, 'payout run opened');
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** All in one transaction: another instance sees none of them or all. */
async function skipEarlier(deps: Deps, now: Date): Promise<void> {
  try {
    await deps.transaction(async ({ runs }) => {
      if (!(await runs.isEmpty())) return;
      for (const run of decideRuns(now, true)) await runs.insert(run);
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
