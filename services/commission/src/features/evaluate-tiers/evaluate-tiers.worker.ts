import { worker } from '@tributary/service';
import { MINUTE_MS, DAY_MS } from '@tributary/units';
import type { Deps } from '../../deps.ts';
import { evaluateTiers } from './evaluate-tiers.ts';

const AT_MOST = 200;
/** Transactions do not become visible in the order of their times; this is longer than any takes. */
const OVERLAP_MS = MINUTE_MS;
/** Whoever earns much takes long to evaluate: at most so much of the time goes into one affiliate. */
const SHARE_OF_TIME = 20;

interface Seen {
  /** The movement of the balance that was evaluated last, ms. */
  readonly at: number;
  /** Not again before this, ms. */
  readonly notBefore: number;
}

/**
 * Evaluates whoever's balance moved since the last look: an approval counts within seconds. What one
 * instance saw is kept in memory only; after a start the last day is looked at again, which changes
 * nothing where nothing is due.
 */
export const evaluateTiersWorker = (deps: Deps) => {
  let seenUntil = deps.clock.now().getTime() - DAY_MS;
  const seen = new Map<string, Seen>();

  const evaluate = async (affiliateId: string, at: number): Promise<void> => {
    const begun = deps.clock.now().getTime();
    const known = seen.get(affiliateId);
    if (known !== undefined && (known.at >= at || known.notBefore > begun)) return;
    await evaluateTiers(deps)(affiliateId);
    const ended = deps.clock.now().getTime();
    const pauseMs = Math.min((ended - begun) * SHARE_OF_TIME, OVERLAP_MS / 2);
    seen.set(affiliateId, { at, notBefore: ended + pauseMs });
  };

  return worker({
    name: 'evaluate-tiers',
    everyMs: deps.config.TIER_CHECK_MS,
    run: async (): Promise<boolean> => {
      const since = seenUntil - OVERLAP_MS;
      for (const [affiliateId, { at }] of seen) if (at < since) seen.delete(affiliateId);
      const limit = AT_MOST + seen.size;
      const moved = await deps.reports.listMovedSince(new Date(since), limit);
      for (const { affiliateId, updatedAt } of moved) {
        const at = updatedAt.getTime();
        await evaluate(affiliateId, at);
        seenUntil = Math.max(seenUntil, at);
      }
      return moved.length === limit;
    },
  });
};
