import { conflict, forbidden } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { type Campaign } from './campaign.ts';

/** A brand's consent, given beforehand, to one affiliate, named by id or by e-mail address. */
export interface Invitation {
  readonly id: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string | null;
  /** Lower case. */
  readonly email: string | null;
  readonly message: string | null;
  /** Signs this invitation alone; null of those older than signatures. */
  readonly secret: string | null;
  /** When its signed text ends; who is named by id or address may join after it as well. */
  readonly expiresAt: Date | null;
  /** Who joined by its signed text; it works once. */
  readonly acceptedBy: string | null;
  readonly createdAt: Date;
}

const HOLDS_MS = 30 * DAY_MS;

/** One that is made now: older ones have no signed text. */
export type NewInvitation = Invitation & { readonly secret: string; readonly expiresAt: Date };

type Wanted = Pick<Invitation, 'id' | 'affiliateId' | 'email' | 'message' | 'createdAt'> & {
  readonly secret: string;
};

/** @throws conflict `campaign_not_active` where nobody can join any more */
export function decideInvitation(campaign: Campaign, wanted: Wanted): NewInvitation {
  if (campaign.status === 'completed' || campaign.status === 'archived') {
    throw conflict('campaign_not_active', {
      message: `A campaign that is ${campaign.status} takes no members`,
    });
  }
  return {
    ...wanted,
    campaignId: campaign.id,
    brandId: campaign.brandId,
    expiresAt: new Date(wanted.createdAt.getTime() + HOLDS_MS),
    acceptedBy: null,
  };
}

/** The answer to a signed text that is none of ours, has ended, or is somebody else's. */
export const invalidInvitation = () =>
  forbidden('invitation_invalid', {
    message: 'The invitation is not genuine, has ended, or is for somebody else',
  });

/**
 * Somebody who holds an invitation's signed text accepts it; the same affiliate may do so again.
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
