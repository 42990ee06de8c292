import { type Campaign } from '../domain/campaign.ts';
import { type Invitation } from '../domain/invitation.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;

const framed = (title: string, inner: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head><body style="font-family:sans-serif;max-width:36em;margin:4em auto;padding:0 1em"><h1>${escaped(title)}</h1>${inner}</body></html>`;

/** What a guest may do now. */
function stepsOf({ id, status }: Campaign, { acceptedBy }: Invitation, token: string): string {
  if (acceptedBy !== null) return paragraph('This invitation has been accepted already.');
  if (status === 'completed' || status === 'archived') return paragraph('The campaign is over.');
  const call = `POST /api/affiliate/campaigns/${id}/apply {"invitation": "${token}"}`;
  return (
    (status === 'active' ? '' : paragraph('The campaign takes no members at the moment.')) +
    paragraph('To join, sign in or register as an affiliate and apply with this invitation:') +
    `<pre style="white-space:pre-wrap;overflow-wrap:anywhere">${escaped(call)}</pre>`
  );
}

export const endedInvitationPage = framed(
  'This invitation has ended',
  paragraph('It was taken back, its time is over, or its address is not complete.'),
);

/** Who invites to what, and how to join; everything in it is text, as brands wrote it. */
export function invitationPage(campaign: Campaign, invitation: Invitation, token: string): string {
  const { message, expiresAt } = invitation;
  const inner = [
    ...(campaign.description === '' ? [] : [paragraph(campaign.description)]),
    ...(message === null ? [] : [`<blockquote>${escaped(message)}</blockquote>`]),
    ...(expiresAt === null
      ? []
      : [paragraph(`The invitation holds until ${expiresAt.toISOString().slice(0, 10)}.`)]),
    stepsOf(campaign, invitation, token),
  ];
  return framed(`${campaign.brandName} invites you to ${campaign.name}`, inner.join(''));
}
