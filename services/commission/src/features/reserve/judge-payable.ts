import { createSharedReads } from '@tributary/work';
import type { Commission } from '../../domain/commission.ts';
import type { ReserveRequest } from '../../domain/reservation.ts';
import { mustBeJudged, verdictsSince } from '../../domain/second-verdict.ts';
import { type JudgeDeps, judgeOrders } from '../../workflows/judge-orders.ts';

/** More than a payout may take, so that their number is refused afterwards. */
const MOST = 10_001;
/** So many of the oldest are judged for any amount: payouts at the same moment take one after the other. */
const AHEAD = 200;

/**
 * Opens the judgement of what a payout may take: it lets the orders of those commissions be judged again, as far as they
 * were not of late, and returns whether any was. Payouts of one account at the same moment share the look for its oldest.
 */
export function openJudgePayable(deps: JudgeDeps): (request: ReserveRequest) => Promise<boolean> {
  const { commissions } = deps.stores;
  const shareRead = createSharedReads<readonly Commission[]>();

  /** The named commissions, or the oldest that cover the amount and some more. */
  const listCandidates = async (request: ReserveRequest): Promise<readonly Commission[]> => {
    const { affiliateId, currency, amountMinor, commissionIds } = request;
    if (commissionIds.length > 0) return commissions.listByIds(commissionIds);
    const owner = { affiliateId, currency };
    const oldest = await shareRead(`${affiliateId}/${currency}`, () =>
      commissions.listPayable(owner, Infinity, AHEAD),
    );
    return oldest.length < AHEAD ? oldest : commissions.listPayable(owner, amountMinor, MOST);
  };

  return async (request) => {
    const since = verdictsSince(deps.clock.now());
    const candidates = await listCandidates(request);
    const unjudged = candidates.filter(
      (one) => one.affiliateId === request.affiliateId && mustBeJudged(one, since),
    );
    return unjudged.length > 0 && (await judgeOrders(deps)(unjudged));
  };
}
