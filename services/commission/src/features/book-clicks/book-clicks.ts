import type { ReviewedConversion } from '@tributary/contracts';
import type { Deps } from '../../deps.ts';
import { changesOf, statementKeyOf } from '../../domain/click-statement.ts';
import { decideCreation, nothingFrozen } from '../../domain/creation.ts';
import {
  decideUnits,
  exactPrice,
  roomIn,
  spentMore,
  unitsPer,
  wholeBlock,
} from '../../domain/unit-batch.ts';
import { reviewUntil } from '../../domain/unit-payment.ts';
import { freezeTerms } from '../../workflows/freeze-terms.ts';
import type { WaitingClicks } from '../../store/click-store.ts';
import type { ClickDocument } from '../../store/click-collections.ts';
import type { CampaignDocument } from '../../store/collections.ts';
import type { Stores } from '../../store/stores.ts';

/** Most clicks of one commission: all of them are marked in its transaction. */
const BATCH = 1_000;
const MAX_GROUPS = 100;

type BookDeps = Pick<
  Deps,
  | 'clock'
  | 'findCampaign'
  | 'newId'
  | 'saveChanges'
  | 'stores'
  | 'transaction'
  | 'withAffiliateLock'
>;

/**
 * Books the unbooked clicks and impressions: one commission for those of one affiliate on one campaign, at the terms in
 * force when they were recorded, within the campaign's caps and budget.
 * @returns whether there may be more
 */
export const bookClicks = (deps: BookDeps) => async (): Promise<boolean> => {
  const groups = await deps.stores.clicks.listWaiting(MAX_GROUPS, isBlock);
  let more = groups.length === MAX_GROUPS;
  for (const group of groups) {
    const taken = await deps.withAffiliateLock([group.affiliateId], () => bookGroup(deps, group));
    more ||= taken === BATCH;
  }
  return more;
};

const blockOf = ({ kind = 'click', terms }: WaitingClicks): number => wholeBlock(kind, terms);
const isBlock = (group: WaitingClicks, count: number): boolean => count >= blockOf(group);

async function bookGroup(deps: BookDeps, group: WaitingClicks): Promise<number> {
  const campaign = await deps.findCampaign(group.campaignId);
  return deps.transaction(async (scope) => {
    const clicks = await scope.clicks.takeWaiting(group, BATCH);
    if (clicks.length === 0) return 0;
    const now = deps.clock.now();
    const approval = approvalOf(group, clicks, { id: deps.newId(), now });
    const [frozen = nothingFrozen] = await freezeTerms(deps)([approval]);
    const limits = { ...group, campaign, frozen, now };
    const { paid, room, spent } = await splitByLimits(scope, clicks, limits);
    if (paid.length > 0) {
      const { kind = 'click' } = group;
      const units = { units: paid.length, unitsPer: unitsPer[kind] };
      const batch = { source: `${kind}_batch`, ...units };
      const campaignName = campaign?.name ?? '';
      const suspended = await scope.suspensions.lockSuspended([group.affiliateId]);
      const known = undefined;
      const creation = { approval, known, suspended, campaignName, frozen, isPastRecurring: false };
      const stamps = { now, newId: deps.newId };
      const changes = decideCreation({ ...creation, batch }, stamps);
      await scope.clicks.markBooked(idsOf(paid));
      if (room !== undefined) {
        const spentMinor = changes.created.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        await scope.spending.save(group.campaignId, spentMore(spent, spentMinor, now));
      }
      await deps.saveChanges(scope, changes);
    }
    return clicks.length;
  });
}

const idsOf = (clicks: readonly ClickDocument[]): string[] => clicks.map(({ _id }) => _id);

interface Group extends WaitingClicks {
  readonly campaign: CampaignDocument | undefined;
  readonly frozen: typeof nothingFrozen;
  readonly now: Date;
}

/** The oldest clicks that can be paid; the ones after them that exceed a limit are held for review. Released ones know no limit. */
async function splitByLimits(scope: Stores, clicks: readonly ClickDocument[], group: Group) {
  const { affiliateId, campaignId, terms, kind = 'click', campaign, frozen, now } = group;
  const spent = await scope.spending.find(campaignId);
  const room = roomIn(campaign ?? {}, spent, now);
  const price = exactPrice(kind, terms, { affiliateId, tiers: frozen.tiers });
  const within = group.isReleased === true ? undefined : room;
  const { paid, unpaid } = decideUnits(clicks.length, blockOf(group), { price, room: within });
  if (within !== undefined && unpaid > 0) {
    await holdForReview(scope, clicks.slice(paid, paid + unpaid), { reason: within.reason, now });
  }
  return { paid: clicks.slice(0, paid), room, spent };
}

/** Holds payable clicks, with their statements; those of the version before statements were never counted. */
async function holdForReview(
  { clicks, statements }: Stores,
  held: readonly ClickDocument[],
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  await clicks.hold(idsOf(held), { reason, reviewUntil: reviewUntil(now) });
  const from = { status: 'payable', reason: null } as const;
  const to = { status: 'held', reason } as const;
  const moves = held.map((click) => ({
    key: statementKeyOf(click),
    from: click.status === undefined ? undefined : from,
    to,
  }));
  await statements.add(changesOf(moves));
}

/** The batch as an approved conversion. */
function approvalOf(
  { kind = 'click', affiliateId, campaignId, brandId, terms }: WaitingClicks,
  clicks: readonly ClickDocument[],
  { id, now }: { readonly id: string; readonly now: Date },
): ReviewedConversion {
  const at = (clicks[0]?.at ?? now).toISOString();
  const linkIds = new Set(clicks.map(({ linkId }) => linkId));
  const linkId = linkIds.size === 1 ? (clicks[0]?.linkId ?? null) : null;
  return {
    ...{ conversionId: id, brandId, campaignId, affiliateId, linkId, terms },
    ...{ clickId: null, transactionId: null, namedCommissionMinor: null, customerId: null },
    ...{ customerEmailHash: null, isNewCustomer: null, ip: null, userAgent: null },
    orderId: `${kind}s-${id}`,
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
