import { pageQuery, paginationOf, paginationSchema, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { invitationResponse, invitationView } from '../../views/invitation-view.ts';

const PATH = '/api/brand/campaigns/:campaign_id/invitations';

export const listInvitationsRoute = ({ campaigns, invitations }: Deps) =>
  route({
    method: 'get',
    path: PATH,
    summary: 'A campaign’s invitations, newest first',
    allow: ['brand'],
    scope: 'campaigns:read',
    params: z.object({ campaign_id: z.uuid() }),
    query: z.strictObject(pageQuery({ defaultSize: 50, maxSize: 100 })),
    response: z.object({ invitations: z.array(invitationResponse), pagination: paginationSchema }),
    handle: async ({ params: { campaign_id: campaignId }, query, actor }) => {
      await campaigns.getOwn(campaignId, actor.id);
      const { page, per_page: perPage } = query;
      const found = await invitations.list(campaignId, {
        skip: (page - 1) * perPage,
        limit: perPage,
      });
      return {
        invitations: found.invitations.map(invitationView),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });

export const withdrawInvitationRoute = (deps: Deps) =>
  route({
    method: 'delete',
    path: `${PATH}/:invitation_id`,
    summary: 'Takes an invitation back; who has joined by it stays',
    allow: ['brand'],
    scope: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid(), invitation_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params: { campaign_id: campaignId, invitation_id: id }, actor }) => {
      await deps.transaction(async ({ campaigns, invitations }) => {
        await campaigns.getOwn(campaignId, actor.id);
        await invitations.remove(id, campaignId);
      });
      return { success: true, message: 'The invitation was taken back' };
    },
  });
