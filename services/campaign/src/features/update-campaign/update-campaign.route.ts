import { reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { campaignFiguresId } from '../../domain/figures.ts';
import { updateBody } from '../../views/campaign-fields.ts';
import { campaignResponse, campaignView, etagOf } from '../../views/campaign-view.ts';
import { updateCampaign } from '../../workflows/update-campaign.ts';

export const updateCampaignRoute = (deps: Deps) =>
  route({
    operationId: 'updateCampaign',
    method: 'put',
    path: '/api/brand/campaigns/:campaign_id',
    summary: 'Updates a campaign or its status',
    description:
      'Fields left out stay as they are, also within groups; lists are replaced; a null group is reset to its defaults. With `If-Match: "<updated_at>"` the update is refused where the campaign was changed since.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid() }),
    body: updateBody,
    response: campaignResponse,
    errors: {
      precondition_failed: 'The campaign was changed since (412)',
      illegal_transition: 'The status cannot change this way (409)',
      campaign_archived: 'An archived campaign cannot be changed (409)',
      currency_fixed: 'The currency cannot change once a campaign has been active (409)',
    },
    handle: async ({ params, body, actor, request }) => {
      const { status, ...part } = body;
      const ifMatch = request.headers['if-match']?.toString();
      const input = { campaignId: params.campaign_id, brandId: actor.id, status, part, ifMatch };
      const campaign = await updateCampaign(deps)(input);
      const figures = await deps.figures.get(campaignFiguresId(campaign.id));
      return reply(200, { body: campaignView(campaign, figures), headers: etagOf(campaign) });
    },
  });
