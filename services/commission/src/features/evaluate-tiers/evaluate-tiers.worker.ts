import { worker } from '@tributary/service';
import { MINUTE_MS, DAY_MS } from '@tributary/units';
import type { Deps } from '../../deps.ts';
import { evaluateTiers } from '../../workflows/evaluate-tiers.ts';

const BATCH_SIZE = 200;
/** Longer than any transaction takes: transactions do not become visible in the order of their timestamps. */
const OVERLAP_MS = MINUTE_MS;
/** After an evaluation an affiliate rests this many times its duration, because large ones take long. */
const REST_FACTOR = 20;

interface Evaluated {
  /** The balance movement that was evaluated last, ms. */
  readonly at: number;
  /** The earliest next evaluation, ms. */
  readonly notBefore: number;
}

/**
 * Evaluates the affiliates whose balance moved since the last run, so that an approval counts within seconds. The progress
 * lives in memory only: after a start the last day is evaluated again, which changes nothing where nothing is due.
 */
export const evaluateTiersWorker = (deps: Deps) => {
  let evaluatedUntil = deps.clock.now().getTime() - DAY_MS;
  const evaluated = new Map<string, Evaluated>();

  const evaluate = async (affiliateId: string, at: number): Promise<void> => {
    const startedAt = deps.clock.now().getTime();
    const known = evaluated.get(affiliateId);
    if (known !== undefined && (known.at >= at || known.notBefore > startedAt)) return;
    await evaluateTiers(deps)(affiliateId);
    const endedAt = deps.clock.now().getTime();
    const pauseMs = Math.min((endedAt - startedAt) * REST_FACTOR, OVERLAP_MS / 2);
    evaluated.set(affiliateId, { at, notBefore: endedAt + pauseMs });
  };

  return worker({
    name: 'evaluate-tiers',
    everyMs: deps.config.TIER_CHECK_MS,
    run: async (): Promise<boolean> => {
      const since = evaluatedUntil - OVERLAP_MS;
      for (const [affiliateId, { at }] of evaluated) if (at < since) evaluated.delete(affiliateId);
      const limit = BATCH_SIZE + evaluated.size;
      const moved = await deps.reports.listMovedSince(new Date(since), limit);
      for (const { affiliateId, updatedAt } of moved) {
        const at = updatedAt.getTime();
        await evaluate(affiliateId, at);
        evaluatedUntil = Math.max(evaluatedUntil, at);
      }
      return moved.length === limit;
    },
  });
};
