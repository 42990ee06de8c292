import { reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { invitationIdOf, isValidToken } from '../../workflows/invitation-token.ts';
import { endedInvitationPage, invitationPage } from '../../views/invitation-page.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
  'cache-control': 'no-store',
  // The address is the invitation.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** Who follows a link in a mail is a person, also where it leads nowhere any more. */
const ended = reply(404, { headers: HEADERS, body: endedInvitationPage });

export const getInvitationPageRoute = ({ campaigns, invitations, clock }: Deps) =>
  route({
    operationId: 'getInvitationPage',
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
      if (invitation === undefined || !isValidToken(token, invitation, clock.now())) return ended;
      const campaign = await campaigns.find(invitation.campaignId);
      if (campaign === undefined) return ended;
      return reply(200, { headers: HEADERS, body: invitationPage(campaign, invitation, token) });
    },
  });
