import type { Commission } from '../../domain/commission.ts';
import type { ReserveRequest } from '../../domain/reservation.ts';
import { mustBeJudged, verdictsSince } from '../../domain/second-verdict.ts';
import { type JudgeDeps, judgeOrders } from '../../workflows/judge-orders.ts';

/** More than a payout may take, so that their number is refused afterwards. */
const MOST = 10_001;
/** So many of the oldest are judged for any amount: payouts at the same moment take one after the other. */
const AHEAD = 200;

/** The named commissions, or the oldest that cover the amount and some more. */
async function listCandidates(
  { stores: { commissions } }: Pick<JudgeDeps, 'stores'>,
  { affiliateId, currency, amountMinor, commissionIds }: ReserveRequest,
): Promise<readonly Commission[]> {
  if (commissionIds.length > 0) return commissions.listByIds(commissionIds);
  const owner = { affiliateId, currency };
  const oldest = await commissions.listPayable(owner, Infinity, AHEAD);
  return oldest.length < AHEAD ? oldest : commissions.listPayable(owner, amountMinor, MOST);
}

/**
 * Lets the orders of the commissions that a payout may take be judged again, as far as they were not of late.
 * @returns whether any was judged
 */
export async function judgePayable(deps: JudgeDeps, request: ReserveRequest): Promise<boolean> {
  const since = verdictsSince(deps.clock.now());
  const candidates = await listCandidates(deps, request);
  const unjudged = candidates.filter(
    (one) => one.affiliateId === request.affiliateId && mustBeJudged(one, since),
  );
  return unjudged.length > 0 && (await judgeOrders(deps)(unjudged));
}
