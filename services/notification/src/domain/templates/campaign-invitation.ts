import { type Content } from '../notice.ts';

interface Invitation {
  readonly campaign: string;
  readonly brand: string;
  /** The brand's own words. */
  readonly message: string | null;
  readonly url: string;
  /** ISO 8601. */
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
    `${brand} invites you to promote ${campaign}. Whoever follows the link first may join by it, ` +
    `once, until ${expiresAt.slice(0, 10)}.` +
    (message === null || message === '' ? '' : ` ${brand} says: ${message}`),
  actionUrl: url,
  actionLabel: 'See the invitation',
});
