import { escapeHtml, htmlPage, paragraph } from '@tributary/service';
import { type TeamInvitation } from '../domain/team-invitation.ts';
import { type User } from '../domain/user.ts';

const code = (text: string): string =>
  `<pre style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</pre>`;

export const endedTeamInvitationPage = htmlPage(
  'This invitation has ended',
  paragraph(
    'It was answered, revoked or mailed again, it has expired, or its address is incomplete.',
  ),
);

/** The account and the role of an invitation, and how to answer it. */
export function teamInvitationPage(
  { role, expiresAt }: TeamInvitation,
  account: User,
  token: string,
): string {
  const body = [
    paragraph(
      `You would join as ${role}. The invitation is valid until ${expiresAt.toISOString().slice(0, 10)}.`,
    ),
    paragraph('With a login that you have, sign in and accept:'),
    code(`POST /api/auth/invitations/accept {"token": "${token}"}`),
    paragraph('Without one, choose a name and a password:'),
    code(`POST /api/auth/invitations/register {"token": "${token}", "name": "…", "password": "…"}`),
    paragraph('Or refuse it:'),
    code(`POST /api/auth/invitations/refuse {"token": "${token}"}`),
  ];
  return htmlPage(`Join ${account.company ?? account.name} at Tributary`, body.join(''));
}
