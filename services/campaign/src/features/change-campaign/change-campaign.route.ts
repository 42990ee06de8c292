import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { campaignFigures } from '../../domain/figures.ts';
import { changeBody } from '../../views/campaign-fields.ts';
import { campaignResponse, campaignView } from '../../views/campaign-view.ts';
import { changeCampaign } from './change-campaign.ts';

export const changeCampaignRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: '/api/brand/campaigns/:campaign_id',
    summary: 'Changes a campaign or moves its status',
    description:
      'What is left out stays as it is, also within groups; lists are replaced; a group that is null goes back to its defaults.',
    allow: ['brand'],
    scope: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid() }),
    body: changeBody,
    response: campaignResponse,
    errors: {
      illegal_transition: 'The status cannot move so (409)',
      campaign_archived: 'An archived campaign cannot be changed (409)',
      currency_fixed: 'The currency cannot change once a campaign has been active (409)',
    },
    handle: async ({ params, body, actor }) => {
      const { status, ...part } = body;
      const input = { campaignId: params.campaign_id, brandId: actor.id, status, part };
      const campaign = await changeCampaign(deps)(input);
      return campaignView(campaign, await deps.figures.get(campaignFigures(campaign.id)));
    },
  });
