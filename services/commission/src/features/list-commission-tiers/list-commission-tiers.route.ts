import { notFound } from '@tributary/errors';
import { type Actor, route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { PLATFORM_SCHEME, schemeInForce } from '../../domain/tier.ts';
import { tierSchema, tierView } from '../../views/tier-view.ts';

/** A campaign whose terms the caller may see. @throws not_found, also for any other campaign */
async function getReadable(
  { findCampaign, mayReadTerms }: Pick<Deps, 'findCampaign' | 'mayReadTerms'>,
  campaignId: string,
  { id, role }: Pick<Actor, 'id' | 'role'>,
) {
  const campaign = await findCampaign(campaignId);
  const isReadable =
    campaign !== undefined && (role === 'admin' || (await mayReadTerms(campaignId, id)));
  if (!isReadable) throw notFound('not_found', { message: 'There is no such record' });
  return campaign;
}

export const listCommissionTiersRoute = (deps: Deps) =>
  route({
    operationId: 'listCommissionTiers',
    method: 'get',
    path: '/api/commission-tiers',
    summary: 'The commission tiers of the platform, or of a campaign, lowest first',
    description:
      'Rates of the platform’s tiers are shown on its usual base rate; with `campaign_id` they are the campaign’s own tiers where it has some, on the campaign’s rate, and open to its brand, its members and invited affiliates, and to everybody where it is active and open. `min_revenue` is in USD, over a rolling period.',
    allow: 'signed_in',
    permission: 'commissions:read',
    query: z.strictObject({ campaign_id: z.uuid().optional() }),
    response: z.array(tierSchema),
    errors: {
      not_found: 'There is no campaign `campaign_id` whose terms the caller may see (404)',
    },
    handle: async ({ query: { campaign_id: campaignId }, actor }) => {
      const now = deps.clock.now();
      const campaign =
        campaignId === undefined ? undefined : await getReadable(deps, campaignId, actor);
      const schemeIds = [PLATFORM_SCHEME, ...(campaignId === undefined ? [] : [campaignId])];
      const versions = await deps.stores.tiers.listSchemes(schemeIds);
      const scheme =
        schemeInForce(versions, campaignId ?? PLATFORM_SCHEME, now) ??
        schemeInForce(versions, PLATFORM_SCHEME, now);
      if (scheme === undefined) return [];
      const baseRate = campaign?.terms.value ?? scheme.baseRate;
      return scheme.tiers.map((tier) => tierView(tier, scheme, baseRate));
    },
  });
