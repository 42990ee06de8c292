import { notFound } from '@tributary/errors';
import { parsePercent } from '@tributary/money';
import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { PLATFORM_SCHEME } from '../../domain/tier.ts';
import { schemeSchema, schemeView } from '../../views/tier-view.ts';
import { setTiers } from './set-tiers.ts';
import { campaignTiersBody, platformTiersBody } from './tier-fields.ts';

const errors = { tiers_changed: 'Somebody else changed these tiers at the same moment' };

export const setPlatformTiersRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: '/api/admin/commission-tiers',
    summary: 'Set the platform’s tiers, from now on',
    description:
      'The whole scheme, lowest tier first. Conversions tracked before keep the tier and the bonus they were tracked with.',
    allow: ['admin'],
    body: platformTiersBody,
    response: schemeSchema,
    errors,
    handle: async ({ body }) => {
      const baseRate = parsePercent(String(body.base_commission_rate));
      const input = { schemeId: PLATFORM_SCHEME, brandId: null, baseRate, body };
      return schemeView(await setTiers(deps)(input), { campaignId: null, baseRate });
    },
  });

export const setCampaignTiersRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: '/api/commission-tiers/campaigns/:campaign_id',
    summary: 'Give one of the caller’s campaigns tiers of its own, from now on',
    description:
      'They take the place of the platform’s tiers on this campaign, and are reached by what is earned on it.',
    allow: ['brand'],
    scope: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid() }),
    body: campaignTiersBody,
    response: schemeSchema,
    errors,
    handle: async ({ params: { campaign_id: campaignId }, body, actor }) => {
      const campaign = await deps.stores.campaigns.find(campaignId);
      if (campaign?.brandId !== actor.id) {
        throw notFound('not_found', { message: 'There is no such record' });
      }
      const baseRate = campaign.terms.value;
      const input = { schemeId: campaignId, brandId: actor.id, baseRate, body };
      return schemeView(await setTiers(deps)(input), { campaignId, baseRate });
    },
  });
