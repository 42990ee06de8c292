import { z } from 'zod';
import { languageOfRequest, reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { endedTeamInvitationPage, teamInvitationPage } from '../../views/team-invitation-page.ts';
import { invitationTokenField } from '../../views/team-view.ts';
import { findOpenTeamInvitation } from '../../workflows/open-team-invitation.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
  'cache-control': 'no-store',
  // The address contains the token.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

export const getTeamInvitationPageRoute = (deps: Deps) =>
  route({
    operationId: 'getTeamInvitationPage',
    method: 'get',
    path: '/team-invitations',
    summary: 'The page behind the link of an invitation to a team',
    description:
      'Opening the page accepts nothing, because mail scanners open every link. `Accept-Language` chooses English, German or Spanish.',
    allow: 'public',
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    page: true,
    errors: { invitation_not_found: 'Answered, revoked, mailed again or expired; a page' },
    query: z.strictObject({ token: invitationTokenField }),
    handle: async ({ query: { token }, request }) => {
      await deps.limits.refresh(request.ip);
      const language = languageOfRequest(request);
      const now = deps.clock.now();
      const invitation = await findOpenTeamInvitation(deps.teamInvitations, token, now);
      const account =
        invitation === undefined ? undefined : await deps.users.find(invitation.accountId);
      if (invitation === undefined || account === undefined) {
        return reply(404, { headers: HEADERS, body: endedTeamInvitationPage(language) });
      }
      return reply(200, {
        headers: HEADERS,
        body: teamInvitationPage({ invitation, account, token }, language),
      });
    },
  });
