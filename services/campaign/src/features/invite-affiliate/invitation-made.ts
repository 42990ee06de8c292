import { type DomainEvent, invitationMade } from '@tributary/contracts';
import { type Campaign } from '../../domain/campaign.ts';
import { type NewInvitation } from '../../domain/invitation.ts';
import { signedText } from '../../workflows/invitation-token.ts';

/**
 * The event by which the guest is told.
 * @param guestId the account of the guest; null where the address is nobody's yet
 */
export const toldInvitation = (
  { name: campaignName, brandName }: Campaign,
  invitation: NewInvitation,
  guestId: string | null,
): DomainEvent =>
  invitationMade({
    invitationId: invitation.id,
    campaignId: invitation.campaignId,
    campaignName,
    brandId: invitation.brandId,
    brandName,
    affiliateId: guestId,
    email: invitation.email,
    message: invitation.message,
    token: signedText(invitation),
    expiresAt: invitation.expiresAt.toISOString(),
  });
