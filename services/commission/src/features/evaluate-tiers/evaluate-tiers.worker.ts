import { worker } from '@tributary/service';
import type { Deps } from '../../deps.ts';
import { evaluateTiers } from './evaluate-tiers.ts';

const AT_MOST = 200;
/** Transactions do not become visible in the order of their times; this is longer than any takes. */
const OVERLAP_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Evaluates whoever's balance moved since the last look: an approval counts within seconds. What one
 * instance saw is kept in memory only; after a start the last day is looked at again, which changes
 * nothing where nothing is due.
 */
export const evaluateTiersWorker = (deps: Deps) => {
  let seenUntil = deps.clock.now().getTime() - DAY_MS;
  const seen = new Map<string, number>();
  return worker({
    name: 'evaluate-tiers',
    everyMs: deps.config.TIER_CHECK_MS,
    run: async (): Promise<boolean> => {
      const since = seenUntil - OVERLAP_MS;
      for (const [affiliateId, at] of seen) if (at < since) seen.delete(affiliateId);
      const limit = AT_MOST + seen.size;
      const moved = await deps.reports.listMovedSince(new Date(since), limit);
      for (const { affiliateId, updatedAt } of moved) {
        const at = updatedAt.getTime();
        if ((seen.get(affiliateId) ?? 0) < at) await evaluateTiers(deps)(affiliateId);
        seen.set(affiliateId, at);
        seenUntil = Math.max(seenUntil, at);
      }
      return moved.length === limit;
    },
  });
};
