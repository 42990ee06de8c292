import type { ReviewedConversion } from '@tributary/contracts';
import type { Deps } from '../../deps.ts';
import { decideCreation, nothingFrozen } from '../../domain/creation.ts';
import { freezeTerms } from '../../freeze-terms.ts';
import type { WaitingClicks } from '../../store/click-store.ts';
import type { ClickDoc } from '../../store/collections.ts';

/** Clicks that share one commission at most: they are marked in its transaction. */
const BATCH = 1_000;
const GROUPS = 100;

/**
 * Books the clicks that have gathered: one commission for those of one affiliate on one campaign, at the
 * rate of each click times their number. @returns whether there may be more
 */
export const bookClicks = (deps: Deps) => async (): Promise<boolean> => {
  const groups = await deps.stores.clicks.listWaiting(GROUPS);
  let more = groups.length === GROUPS;
  for (const group of groups) {
    const booked = await deps.lanes.run([group.affiliateId], () => bookGroup(deps, group));
    more ||= booked === BATCH;
  }
  return more;
};

async function bookGroup(deps: Deps, group: WaitingClicks): Promise<number> {
  const { stores } = deps;
  const campaignName = (await stores.campaigns.find(group.campaignId))?.name ?? '';
  return deps.transaction(async (scope) => {
    const clicks = await scope.clicks.takeWaiting(group, BATCH);
    const [first] = clicks;
    if (first === undefined) return 0;
    const making = { now: deps.clock.now(), newId: deps.newId };
    const approval = approvalOf(group, clicks, { id: deps.newId(), now: making.now });
    const [frozen = nothingFrozen] = await freezeTerms({ stores })([approval]);
    const batch = { source: 'click_batch', units: clicks.length };
    const creation = { approval, known: undefined, campaignName, frozen, isPastRecurring: false };
    await scope.clicks.markBooked(clicks.map(({ _id }) => _id));
    await deps.saveChanges(scope, decideCreation({ ...creation, batch }, making));
    return clicks.length;
  });
}

/** The batch as a conversion that nobody needs to approve. */
function approvalOf(
  { affiliateId, campaignId, brandId, terms }: WaitingClicks,
  clicks: readonly ClickDoc[],
  { id, now }: { readonly id: string; readonly now: Date },
): ReviewedConversion {
  const at = (clicks[0]?.at ?? now).toISOString();
  const linkIds = new Set(clicks.map(({ linkId }) => linkId));
  const linkId = linkIds.size === 1 ? (clicks[0]?.linkId ?? null) : null;
  return {
    ...{ conversionId: id, brandId, campaignId, affiliateId, linkId, terms },
    ...{ clickId: null, transactionId: null, namedCommissionMinor: null, customerId: null },
    ...{ customerEmailHash: null, isNewCustomer: null, ip: null, userAgent: null },
    orderId: `clicks-${id}`,
    source: 'direct',
    type: 'custom',
    status: 'approved',
    ...{ valueMinor: 0, refundedMinor: 0, currency: terms.currency, products: [] },
    ...{ clickedAt: at, convertedAt: at, createdAt: at },
    shares: [{ affiliateId, clickId: null, linkId, weight: 1_000_000_000_000, valueMinor: 0 }],
    ...{ fraudScore: null, requiresReview: false, notes: null },
    reviewedBy: brandId,
    reviewedAt: now.toISOString(),
  };
}
