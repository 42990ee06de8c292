import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { DRIFT_LIMIT, driftOf, worstOf } from '../../domain/drift.ts';
import { RULES_VERSION } from '../../domain/scoring-settings.ts';

const RECENT_DAYS = 7;
const EARLIER_DAYS = 28;

/** Compares the first verdicts of the last whole week with those of the four weeks before, by the same rules. */
export const watchFraudDrift =
  ({ clock, log, scores }: Pick<Deps, 'clock' | 'log' | 'scores'>) =>
  async (): Promise<void> => {
    const at = clock.now();
    const to = new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
    const middle = new Date(to.getTime() - RECENT_DAYS * DAY_MS);
    const from = new Date(middle.getTime() - EARLIER_DAYS * DAY_MS);
    const [before, now] = await Promise.all([
      scores.count(RULES_VERSION, { from, to: middle }),
      scores.count(RULES_VERSION, { from: middle, to }),
    ]);
    const drift = driftOf(before, now);
    if (drift === null) return;
    await scores.saveDrift({ ...drift, rulesVersion: RULES_VERSION, at });
    const worst = worstOf(drift);
    if (worst <= DRIFT_LIMIT) return;
    const [factor] = drift.factors;
    log.warn({ worst, scores: drift.scoreIndex, factor }, 'fraud scores have drifted');
  };
