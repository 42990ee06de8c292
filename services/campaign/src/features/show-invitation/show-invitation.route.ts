import { notFound } from '@tributary/errors';
import { reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { invitationIdOf, isGenuine } from '../../invitations/invitation-token.ts';
import { invitationPage } from './invitation-page.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
  'cache-control': 'no-store',
  // The address is the invitation.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

export const showInvitationRoute = ({ campaigns, invitations, clock }: Deps) =>
  route({
    method: 'get',
    path: '/invitations/:token',
    summary: 'The page behind the link of an invitation’s e-mail',
    description:
      'Says who invites to what, and how to join. Looking at it accepts nothing: mail scanners open every link.',
    allow: 'public',
    params: z.object({ token: z.string().max(200) }),
    handle: async ({ params: { token } }) => {
      const id = invitationIdOf(token);
      const invitation = id === undefined ? undefined : await invitations.find(id);
      if (invitation === undefined || !isGenuine(token, invitation, clock.now())) {
        throw notFound('not_found', {
          message: 'The invitation has ended, was taken back, or its address is not complete',
        });
      }
      const campaign = await campaigns.find(invitation.campaignId);
      if (campaign === undefined) throw notFound('not_found', { message: 'The campaign is gone' });
      return reply(200, { headers: HEADERS, body: invitationPage(campaign, invitation, token) });
    },
  });
