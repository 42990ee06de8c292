import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { endMembership } from '../../workflows/end-membership.ts';

export const leaveCampaignRoute = (deps: Deps) =>
  route({
    operationId: 'leaveCampaign',
    method: 'delete',
    path: '/api/affiliate/campaigns/:campaign_id/membership',
    summary: 'Leaves a campaign, or withdraws an application',
    description: 'The caller’s links of the campaign are deactivated.',
    allow: ['affiliate'],
    permission: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor }) => {
      await endMembership(deps)({ campaignId: params.campaign_id, affiliateId: actor.id });
      return { success: true, message: 'The membership has ended' };
    },
  });
