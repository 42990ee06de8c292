import { escapeHtml, htmlPage, paragraph } from '@tributary/service';
import { type Campaign, shownStatusOf } from '../domain/campaign.ts';
import { type Invitation } from '../domain/invitation.ts';

/** What the invited affiliate can do now. */
function instructions(campaign: Campaign, { acceptedBy }: Invitation, token: string): string {
  const { id } = campaign;
  const status = shownStatusOf(campaign);
  if (acceptedBy !== null) return paragraph('This invitation has been accepted already.');
  if (status === 'completed' || status === 'archived') return paragraph('The campaign is over.');
  const call = `POST /api/affiliate/campaigns/${id}/apply {"invitation": "${token}"}`;
  return (
    (status === 'active' ? '' : paragraph('The campaign takes no members at the moment.')) +
    paragraph('To join, sign in or register as an affiliate and apply with this invitation:') +
    `<pre style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(call)}</pre>`
  );
}

export const endedInvitationPage = htmlPage(
  'This invitation has ended',
  paragraph('It was withdrawn, it has expired, or its address is incomplete.'),
);

/** Brand, campaign and message of an invitation, and how to join. All text is the brand's, escaped. */
export function invitationPage(campaign: Campaign, invitation: Invitation, token: string): string {
  const { message, expiresAt } = invitation;
  const body = [
    ...(campaign.description === '' ? [] : [paragraph(campaign.description)]),
    ...(message === null ? [] : [`<blockquote>${escapeHtml(message)}</blockquote>`]),
    ...(expiresAt === null
      ? []
      : [paragraph(`The invitation is valid until ${expiresAt.toISOString().slice(0, 10)}.`)]),
    instructions(campaign, invitation, token),
  ];
  return htmlPage(`${campaign.brandName} invites you to ${campaign.name}`, body.join(''));
}
