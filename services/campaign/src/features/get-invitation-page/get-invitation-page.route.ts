import { type Language } from '@tributary/contracts';
import { languageOfRequest, reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { endedInvitationPage, invitationPage } from '../../views/invitation-page.ts';
import { invitationIdOf, isValidToken } from '../../workflows/invitation-token.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
  'cache-control': 'no-store',
  // The address contains the token.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** A page rather than a JSON error, because people follow the link in an e-mail. */
const ended = (language: Language) =>
  reply(404, { headers: HEADERS, body: endedInvitationPage(language) });

export const getInvitationPageRoute = ({ campaigns, invitations, clock }: Deps) =>
  route({
    operationId: 'getInvitationPage',
    method: 'get',
    path: '/invitations/:token',
    summary: 'The page behind the link of an invitation’s e-mail',
    description:
      'Shows the brand, the campaign, and how to join. Opening the page accepts nothing, because mail scanners open every link. ' +
      '`Accept-Language` chooses English, German or Spanish.',
    allow: 'public',
    page: true,
    params: z.object({ token: z.string().max(200) }),
    handle: async ({ params: { token }, request }) => {
      const language = languageOfRequest(request);
      const id = invitationIdOf(token);
      const invitation = id === undefined ? undefined : await invitations.find(id);
      if (invitation === undefined || !isValidToken(token, invitation, clock.now())) {
        return ended(language);
      }
      const campaign = await campaigns.find(invitation.campaignId);
      if (campaign === undefined) return ended(language);
      const body = invitationPage({ campaign, invitation, token }, language);
      return reply(200, { headers: HEADERS, body });
    },
  });
