import { type DomainEvent, invitationMade } from '@tributary/contracts';
import { type Campaign } from '../domain/campaign.ts';
import { type NewInvitation } from '../domain/invitation.ts';
import { signToken } from './invitation-token.ts';

/**
 * The event by which notification mails the invitation.
 * @param affiliateId the invited account; null where the e-mail address has no account
 */
export const invitationEvent = (
  { name: campaignName, brandName }: Campaign,
  invitation: NewInvitation,
  affiliateId: string | null,
): DomainEvent =>
  invitationMade({
    invitationId: invitation.id,
    campaignId: invitation.campaignId,
    campaignName,
    brandId: invitation.brandId,
    brandName,
    affiliateId,
    email: invitation.email,
    message: invitation.message,
    token: signToken(invitation),
    expiresAt: invitation.expiresAt.toISOString(),
  });
