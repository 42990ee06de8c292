import { type Content } from '../../notice.ts';

export const campaignCreated = (campaign: string): Content => ({
  title: `${campaign} is drafted`,
  message: `The campaign ${campaign} was created. Affiliates see it once it is active.`,
});

export const campaignLaunched = (campaign: string): Content => ({
  title: `${campaign} is live`,
  message: `The campaign ${campaign} is active: links and conversions count from now on.`,
});

export const campaignUpdated = (campaign: string): Content => ({
  title: `${campaign} has changed`,
  message: `The brand changed the campaign ${campaign}. Please look at its terms.`,
});

export const campaignEnded = (campaign: string): Content => ({
  title: `${campaign} has ended`,
  message: `The campaign ${campaign} has ended. Links still redirect, but earn nothing more.`,
});

export const applicationApproved = (campaign: string): Content => ({
  title: `You are in: ${campaign}`,
  message: `Your application for ${campaign} was approved. You can make links now.`,
});

export const applicationRejected = (campaign: string, notes: string | null): Content => ({
  title: `Not accepted: ${campaign}`,
  message:
    `Your application for ${campaign} was declined.` +
    (notes === null || notes === '' ? '' : ` The brand’s note: ${notes}`),
});

export const applicationDeclined = (campaign: string): Content => ({
  title: `An application for ${campaign} was declined`,
  message: `An affiliate’s application for your campaign ${campaign} was declined.`,
});

export const memberJoined = (campaign: string): Content => ({
  title: `A new affiliate in ${campaign}`,
  message: `An affiliate has joined your campaign ${campaign}.`,
});

interface Invitation {
  readonly campaign: string;
  readonly brand: string;
  /** The brand’s message to the affiliate. */
  readonly message: string | null;
  readonly url: string;
  readonly expiresAt: string;
}

export const campaignInvitation = ({
  campaign,
  brand,
  message,
  url,
  expiresAt,
}: Invitation): Content => ({
  title: `${brand} invites you to ${campaign}`,
  message:
    `${brand} invites you to promote ${campaign}. The first person who follows the link can join with it, ` +
    `once, until ${expiresAt.slice(0, 10)}.` +
    (message === null || message === '' ? '' : ` ${brand} writes: ${message}`),
  actionUrl: url,
  actionLabel: 'See the invitation',
});

/** The invitation of a brand that has not proved its e-mail address: without any text of the brand. */
export const plainInvitation = ({
  url,
  expiresAt,
}: Pick<Invitation, 'url' | 'expiresAt'>): Content => ({
  title: 'A brand invites you to its campaign',
  message:
    'A brand invites you to promote its campaign at Tributary. The first person who follows the link ' +
    `can join with it, once, until ${expiresAt.slice(0, 10)}.`,
  actionUrl: url,
  actionLabel: 'See the invitation',
});
