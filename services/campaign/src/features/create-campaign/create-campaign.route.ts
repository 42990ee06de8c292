import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { campaignDefaults } from '../../views/campaign-defaults.ts';
import { creationBody } from '../../views/campaign-fields.ts';
import { fieldsOf, mergedRecord } from '../../views/campaign-from-wire.ts';
import { campaignResponse, campaignView } from '../../views/campaign-view.ts';
import { createCampaign } from './create-campaign.ts';

export const createCampaignRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/brand/campaigns',
    summary: 'Creates a campaign',
    description: 'A draft unless `status` says active. What is left out has its default.',
    allow: ['brand'],
    scope: 'campaigns:write',
    body: creationBody,
    idempotent: true,
    status: 201,
    response: campaignResponse,
    handle: async ({ body, actor }) => {
      const { status, ...part } = body;
      const fields = fieldsOf(mergedRecord(campaignDefaults, part));
      const campaign = await createCampaign(deps)({ brandId: actor.id, fields, status });
      return campaignView(campaign);
    },
  });
