import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { campaignDefaults } from '../../views/campaign-defaults.ts';
import { createBody } from '../../views/campaign-fields.ts';
import { fieldsOf, mergedRecord } from '../../views/campaign-from-wire.ts';
import { campaignResponse, campaignView } from '../../views/campaign-view.ts';
import { createCampaign } from './create-campaign.ts';

export const createCampaignRoute = (deps: Deps) =>
  route({
    operationId: 'createCampaign',
    method: 'post',
    path: '/api/brand/campaigns',
    summary: 'Creates a campaign',
    description: 'A draft unless `status` is active. Fields left out get their defaults.',
    allow: ['brand'],
    permission: 'campaigns:write',
    body: createBody,
    idempotent: true,
    status: 201,
    response: campaignResponse,
    errors: {
      illegal_transition: 'The campaign cannot be active: its ends_at has passed (409)',
      account_not_ready: 'The account is not known here yet: try again in a moment (503)',
    },
    handle: async ({ body, actor }) => {
      const { status, ...part } = body;
      const fields = fieldsOf(mergedRecord(campaignDefaults, part));
      const campaign = await createCampaign(deps)({ brandId: actor.id, fields, status });
      return campaignView(campaign);
    },
  });
