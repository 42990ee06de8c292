import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { applicationResponse, applicationView } from '../../views/application-view.ts';
import { applyToCampaign } from './apply-to-campaign.ts';

export const applyToCampaignRoute = (deps: Deps) =>
  route({
    operationId: 'applyToCampaign',
    method: 'post',
    path: '/api/affiliate/campaigns/:campaign_id/apply',
    summary: 'Applies to a campaign',
    description:
      'Approved at once where the caller is invited or meets the criteria of an auto-approving campaign; such a campaign also rejects at once, naming the failed criteria. Pending where the brand reviews manually, and always where the brand removed the caller before and has not invited the caller by id or e-mail address since; `notes` then gives this reason.',
    allow: ['affiliate'],
    permission: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid() }),
    body: z.strictObject({
      message: z.string().trim().max(2_000).nullish(),
      invitation: z.string().max(200).optional().describe('The token of an invitation'),
    }),
    idempotent: true,
    status: 201,
    response: applicationResponse,
    errors: {
      campaign_not_active: 'The campaign takes no applications now (409)',
      already_applied: 'An application is pending already (409)',
      already_member: 'The campaign has been joined already (409)',
      tier_required: 'The campaign is open to higher commission tiers only (403)',
      invitation_required: 'The campaign is open to invited affiliates only (403)',
      invitation_invalid: 'The token is forged, has ended, or is for another affiliate (403)',
      account_not_ready: 'The account is not known here yet: try again in a moment (503)',
      invitation_used: 'Another affiliate has joined by this token (409)',
    },
    handle: async ({ params, body, actor }) => {
      const input = { campaignId: params.campaign_id, affiliateId: actor.id };
      const { message = null, invitation } = body;
      const application = await applyToCampaign(deps)({ ...input, message, token: invitation });
      return applicationView(application);
    },
  });
