import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { leaveCampaign } from '../../workflows/end-membership.ts';

export const removeMemberRoute = (deps: Deps) =>
  route({
    method: 'delete',
    path: '/api/brand/campaigns/:campaign_id/members/:affiliate_id',
    summary: 'Removes an affiliate from a campaign',
    description:
      'The affiliate’s links of the campaign are switched off and invitations to it taken back; what was earned stays. Applications of the affiliate wait for the brand from then on, until it approves one.',
    allow: ['brand'],
    scope: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid(), affiliate_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor }) => {
      await leaveCampaign(deps)({
        campaignId: params.campaign_id,
        affiliateId: params.affiliate_id,
        brandId: actor.id,
      });
      return { success: true, message: 'The membership has ended' };
    },
  });
