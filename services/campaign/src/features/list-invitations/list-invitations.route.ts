import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { invitationResponse, invitationView } from '../../views/invitation-view.ts';
import { invitationToken } from '../../workflows/invitation-token.ts';

export const listInvitationsRoute = ({ campaigns, invitations }: Deps) =>
  route({
    operationId: 'listInvitations',
    method: 'get',
    path: '/api/brand/campaigns/:campaign_id/invitations',
    summary: 'A campaign’s invitations, newest first',
    description: 'With the signed token of each, by which its recipient may join.',
    allow: ['brand'],
    permission: 'campaigns:read',
    params: z.object({ campaign_id: z.uuid() }),
    query: z.strictObject(pageQuery({ defaultSize: 50, maxSize: 100 })),
    response: z.object({ invitations: z.array(invitationResponse), pagination: paginationSchema }),
    handle: async ({ params: { campaign_id: campaignId }, query, actor }) => {
      await campaigns.getOwn(campaignId, actor.id);
      const { page, per_page: perPage } = query;
      const found = await invitations.list(campaignId, pageRequestOf(page, perPage));
      return {
        invitations: found.invitations.map((one) => invitationView(one, invitationToken(one))),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });
