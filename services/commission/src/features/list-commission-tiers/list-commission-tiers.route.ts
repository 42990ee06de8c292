import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { PLATFORM_SCHEME, schemeInForce } from '../../domain/tier.ts';
import { tierSchema, tierView } from '../../views/tier-view.ts';

export const listCommissionTiersRoute = (deps: Deps) =>
  route({
    operationId: 'listCommissionTiers',
    method: 'get',
    path: '/api/commission-tiers',
    summary: 'The commission tiers of the platform, or of a campaign, lowest first',
    description:
      'Rates of the platform’s tiers are shown on its usual base rate; with `campaign_id` they are the campaign’s own tiers where it has some, on the campaign’s rate. `min_revenue` is in USD, over a rolling period.',
    allow: 'signed_in',
    permission: 'commissions:read',
    query: z.strictObject({ campaign_id: z.uuid().optional() }),
    response: z.array(tierSchema),
    handle: async ({ query: { campaign_id: campaignId } }) => {
      const now = deps.clock.now();
      const campaign =
        campaignId === undefined ? undefined : await deps.stores.campaigns.find(campaignId);
      if (campaignId !== undefined && campaign === undefined) {
        throw notFound('not_found', { message: 'There is no such record' });
      }
      const schemeIds = [PLATFORM_SCHEME, ...(campaignId === undefined ? [] : [campaignId])];
      const versions = await deps.stores.tiers.listSchemes(schemeIds);
      const scheme =
        schemeInForce(versions, campaignId ?? PLATFORM_SCHEME, now) ??
        schemeInForce(versions, PLATFORM_SCHEME, now);
      if (scheme === undefined) return [];
      const baseRate = campaign?.terms.value ?? scheme.baseRate;
      return scheme.tiers.map((tier) => tierView(tier, baseRate));
    },
  });
