import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { campaignTiersBody, tierSettingsOf } from '../../views/tier-fields.ts';
import { schemeSchema, schemeView } from '../../views/tier-view.ts';
import { getOwnCampaign } from '../../workflows/own-campaign.ts';
import { setTiers } from '../../workflows/set-tiers.ts';

export const setCampaignTiersRoute = (deps: Deps) =>
  route({
    operationId: 'setCampaignTiers',
    method: 'put',
    path: '/api/commission-tiers/campaigns/:campaign_id',
    summary: 'Give one of the caller’s campaigns tiers of its own, from now on',
    description:
      'They take the place of the platform’s tiers on this campaign, and are reached by what is earned on it.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid() }),
    body: campaignTiersBody,
    response: schemeSchema,
    errors: { tiers_changed: 'Somebody else changed these tiers at the same moment (409)' },
    handle: async ({ params: { campaign_id: campaignId }, body, actor }) => {
      const campaign = await getOwnCampaign(deps, actor, campaignId);
      const baseRate = campaign.terms.value;
      const owner = { schemeId: campaignId, brandId: actor.id, baseRate };
      const scheme = await setTiers(deps, owner, tierSettingsOf(body));
      return schemeView(scheme, { campaignId, baseRate });
    },
  });
