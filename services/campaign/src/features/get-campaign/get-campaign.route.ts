import { reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { campaignFiguresId } from '../../domain/figures.ts';
import { campaignResponse, campaignView, etagOf } from '../../views/campaign-view.ts';

export const getCampaignRoute = ({ campaigns, figures }: Deps) =>
  route({
    operationId: 'getCampaign',
    method: 'get',
    path: '/api/brand/campaigns/:campaign_id',
    summary: 'One of the caller’s campaigns',
    description:
      'With the budget’s use. `ETag` is the version that an update may name in `If-Match`.',
    allow: ['brand'],
    permission: 'campaigns:read',
    params: z.object({ campaign_id: z.uuid() }),
    response: campaignResponse,
    handle: async ({ params, actor }) => {
      const campaign = await campaigns.getOwn(params.campaign_id, actor.id);
      const counted = await figures.get(campaignFiguresId(campaign.id));
      return reply(200, { body: campaignView(campaign, counted), headers: etagOf(campaign) });
    },
  });
