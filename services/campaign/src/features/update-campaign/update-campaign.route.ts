import { reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { campaignFigures } from '../../domain/figures.ts';
import { updateBody } from '../../views/campaign-fields.ts';
import { campaignResponse, campaignView, etagOf } from '../../views/campaign-view.ts';
import { updateCampaign } from '../../workflows/update-campaign.ts';

export const updateCampaignRoute = (deps: Deps) =>
  route({
    operationId: 'updateCampaign',
    method: 'put',
    path: '/api/brand/campaigns/:campaign_id',
    summary: 'Changes a campaign or moves its status',
    description:
      'What is left out stays as it is, also within groups; lists are replaced; a group that is null goes back to its defaults. With `If-Match: "<updated_at>"` the change is made only if nobody has changed the record since.',
    allow: ['brand'],
    scope: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid() }),
    body: updateBody,
    response: campaignResponse,
    errors: {
      precondition_failed: 'Somebody else has changed it since (412)',
      illegal_transition: 'The status cannot move so (409)',
      campaign_archived: 'An archived campaign cannot be changed (409)',
      currency_fixed: 'The currency cannot change once a campaign has been active (409)',
    },
    handle: async ({ params, body, actor, request }) => {
      const { status, ...part } = body;
      const ifMatch = request.headers['if-match']?.toString();
      const input = { campaignId: params.campaign_id, brandId: actor.id, status, part, ifMatch };
      const campaign = await updateCampaign(deps)(input);
      const figures = await deps.figures.get(campaignFigures(campaign.id));
      return reply(200, { body: campaignView(campaign, figures), headers: etagOf(campaign) });
    },
  });
