import { conversionStatuses } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { brandMetricsOf } from '../../domain/metrics.ts';
import { periodView } from '../../domain/performance-view.ts';
import { periodOf } from '../../domain/period.ts';
import { type MembershipDocument } from '../../store/collections.ts';

type GetBrandAffiliateDeps = Pick<
  Deps,
  | 'activity'
  | 'clock'
  | 'figures'
  | 'findCampaign'
  | 'findMemberships'
  | 'memberships'
  | 'names'
  | 'statuses'
>;

interface Input {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  readonly campaignId?: string | undefined;
  readonly currency: string;
}

/** The campaigns that an affiliate has joined, with their names. */
async function campaignsOf(
  { names }: Pick<Deps, 'names'>,
  memberships: readonly MembershipDocument[],
) {
  const campaignIds = memberships.map(({ campaignId }) => campaignId);
  const { campaigns } = await names.findNames({ campaignIds, linkIds: [] });
  return memberships.map(({ campaignId, joinedAt, leftAt }) => ({
    campaign_id: campaignId,
    campaign_name: campaigns.get(campaignId) ?? null,
    joined_at: joinedAt?.toISOString() ?? null,
    left_at: leftAt?.toISOString() ?? null,
  }));
}

/** The memberships of an affiliate without figures, whose campaigns may be as new as they are. */
async function findNewMemberships(
  { findCampaign, findMemberships }: Pick<Deps, 'findCampaign' | 'findMemberships'>,
  { brandId, affiliateId }: Pick<Input, 'affiliateId' | 'brandId'>,
): Promise<readonly MembershipDocument[]> {
  const found = await findMemberships(brandId, affiliateId);
  await Promise.all(found.map(({ campaignId }) => findCampaign(campaignId)));
  if (found.length === 0) throw notFound('not_found', { message: 'There is no such record' });
  return found;
}

/**
 * An affiliate's figures for a brand.
 * @throws not_found where the affiliate has nothing to do with the brand; unavailable where campaign alone could know
 */
export const getBrandAffiliate = (deps: GetBrandAffiliateDeps) => async (input: Input) => {
  const { brandId, affiliateId, currency } = input;
  const period = periodOf(input, deps.clock.now());
  const own = await deps.names.listCampaignIds(brandId);
  const $in = input.campaignId === undefined ? own : own.filter((id) => id === input.campaignId);
  const scope = { brandId, affiliateId, campaignId: { $in } };
  const [known, { first, last }, figures, byStatus] = await Promise.all([
    deps.memberships.list(brandId, affiliateId),
    deps.activity.span({ affiliateId, campaignId: { $in: own } }),
    deps.figures.total(scope, period, currency),
    deps.statuses.byStatus(scope, period),
  ]);
  const isKnown = known.length > 0 || first !== null;
  const memberships = isKnown ? known : await findNewMemberships(deps, input);
  const affiliates = await deps.names.findAffiliates([affiliateId]);
  return {
    affiliate_id: affiliateId,
    name: affiliates.get(affiliateId) ?? null,
    period: periodView(period),
    currency,
    metrics: brandMetricsOf(figures, currency),
    per_status: Object.fromEntries(
      conversionStatuses.map((status) => [status, byStatus[status] ?? 0]),
    ),
    first_activity_at: first?.toISOString() ?? null,
    last_activity_at: last?.toISOString() ?? null,
    campaigns: await campaignsOf(deps, memberships),
  };
};
