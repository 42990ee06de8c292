import { INVITATION_DAYS } from '@tributary/contracts';
import { conflict, forbidden } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { type Campaign } from './campaign.ts';

/** A brand's consent in advance to one affiliate, identified by id or by e-mail address. */
export interface Invitation {
  readonly id: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string | null;
  /** Lower case. */
  readonly email: string | null;
  readonly message: string | null;
  /** Signs the token of this invitation only; null for invitations made before tokens existed. */
  readonly secret: string | null;
  /** Expiry of the token; an affiliate invited by id or address may join later as well. */
  readonly expiresAt: Date | null;
  /** The affiliate who joined by the token, which works once. */
  readonly acceptedBy: string | null;
  /** While the campaign is a draft: the invitation is mailed once the campaign starts. */
  readonly waitsForStart?: boolean;
  readonly createdAt: Date;
}

/** A new invitation, which always has a token. */
export type NewInvitation = Invitation & { readonly secret: string; readonly expiresAt: Date };

type InvitationRequest = Pick<
  Invitation,
  'id' | 'affiliateId' | 'email' | 'message' | 'createdAt'
> & {
  readonly secret: string;
};

/** Whether the campaign takes no members any more. */
export const isOver = ({ status }: Pick<Campaign, 'status'>): boolean =>
  status === 'completed' || status === 'archived';

/** @throws conflict `campaign_not_active` where the campaign is over */
export function decideInvitation(campaign: Campaign, request: InvitationRequest): NewInvitation {
  if (isOver(campaign)) {
    throw conflict('campaign_not_active', {
      message: `A campaign that is ${campaign.status} takes no members`,
    });
  }
  return {
    ...request,
    campaignId: campaign.id,
    brandId: campaign.brandId,
    expiresAt: expiryAfter(request.createdAt),
    acceptedBy: null,
    ...(campaign.status === 'draft' ? { waitsForStart: true } : {}),
  };
}

const expiryAfter = (sentAt: Date): Date => new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS);

/** The campaign has started, so the invitation is mailed now; its token holds from now on. */
export const decideMailing = (invitation: NewInvitation, now: Date): NewInvitation => ({
  ...invitation,
  waitsForStart: false,
  expiresAt: expiryAfter(now),
});

/** The error for a token that is forged, expired, withdrawn, or for another affiliate or campaign. */
export const invalidInvitation = () =>
  forbidden('invitation_invalid', {
    message: 'The invitation is not valid: forged, ended, or for somebody else',
  });

/**
 * An affiliate accepts an invitation by its token; the same affiliate may do so again.
 * @throws forbidden `invitation_invalid`; conflict `invitation_used`
 */
export function decideAcceptance(
  invitation: Invitation,
  by: { campaignId: string; affiliateId: string },
): Invitation {
  const isForCaller = invitation.affiliateId === null || invitation.affiliateId === by.affiliateId;
  if (invitation.campaignId !== by.campaignId || !isForCaller) throw invalidInvitation();
  if (invitation.acceptedBy !== null && invitation.acceptedBy !== by.affiliateId) {
    throw conflict('invitation_used', { message: 'The invitation was accepted by somebody else' });
  }
  return { ...invitation, acceptedBy: by.affiliateId };
}
