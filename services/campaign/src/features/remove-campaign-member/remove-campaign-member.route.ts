import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { endMembership } from '../../workflows/end-membership.ts';

export const removeCampaignMemberRoute = (deps: Deps) =>
  route({
    operationId: 'removeCampaignMember',
    method: 'delete',
    path: '/api/brand/campaigns/:campaign_id/members/:affiliate_id',
    summary: 'Removes an affiliate from a campaign',
    description:
      'The affiliate’s links of the campaign are deactivated and invitations to it withdrawn; earned commissions stay. Later applications of the affiliate stay pending until the brand approves one.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid(), affiliate_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor }) => {
      await endMembership(deps)({
        campaignId: params.campaign_id,
        affiliateId: params.affiliate_id,
        brandId: actor.id,
      });
      return { success: true, message: 'The membership has ended' };
    },
  });
