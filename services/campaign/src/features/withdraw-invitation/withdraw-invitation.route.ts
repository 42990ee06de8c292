import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';

export const withdrawInvitationRoute = ({ transaction }: Deps) =>
  route({
    operationId: 'withdrawInvitation',
    method: 'delete',
    path: '/api/brand/campaigns/:campaign_id/invitations/:invitation_id',
    summary: 'Withdraws an invitation; affiliates who joined by it stay members',
    description: 'Its token no longer works.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid(), invitation_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params: { campaign_id: campaignId, invitation_id: id }, actor }) => {
      await transaction(async ({ campaigns, invitations }) => {
        await campaigns.getOwn(campaignId, actor.id);
        await invitations.delete(id, campaignId);
      });
      return { success: true, message: 'The invitation was withdrawn' };
    },
  });
