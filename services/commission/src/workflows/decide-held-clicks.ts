import type { Deps } from '../deps.ts';
import { changesOf, statementKeyOf } from '../domain/click-statement.ts';
import type { ClickDocument } from '../store/click-collections.ts';
import type { Stores } from '../store/stores.ts';

/** A decision on held clicks and impressions. */
export type HeldDecision =
  | { readonly status: 'payable'; readonly by: string }
  | { readonly status: 'refused'; readonly reason: string; readonly by: string | null };

/**
 * Releases or refuses held clicks, with their statements, in one transaction.
 * @param take reads the clicks in the transaction
 * @returns how many were decided
 */
export const decideHeldClicks = (
  deps: Pick<Deps, 'transaction' | 'clock'>,
  take: (clicks: Stores['heldClicks']) => Promise<ClickDocument[]>,
  decision: HeldDecision,
): Promise<number> =>
  deps.transaction(async ({ heldClicks, statements }) => {
    const held = await take(heldClicks);
    if (held.length === 0) return 0;
    const ids = held.map(({ _id }) => _id);
    const at = deps.clock.now();
    if (decision.status === 'payable') await heldClicks.release(ids, decision.by, at);
    else await heldClicks.refuse(ids, { reason: decision.reason, by: decision.by, at });
    const to = { reason: null, ...decision };
    const moves = held.map((click) => ({
      key: statementKeyOf(click),
      from: { status: 'held' as const, reason: click.reason ?? null },
      to,
    }));
    await statements.add(changesOf(moves));
    return held.length;
  });
