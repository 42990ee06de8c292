import { z } from 'zod';
import { type Invitation } from '../domain/invitation.ts';
import { invitationToken } from '../workflows/invitation-token.ts';

export const invitationResponse = z.object({
  id: z.uuid(),
  campaign_id: z.uuid(),
  affiliate_id: z.uuid().nullable(),
  email: z.string().nullable(),
  message: z.string().nullable(),
  token: z
    .string()
    .nullable()
    .describe('Signed: whoever is sent it may join once, as `invitation` of the application'),
  expires_at: z.iso.datetime().nullable(),
  accepted_by: z.uuid().nullable(),
  created_at: z.iso.datetime(),
});

export const invitationView = (invitation: Invitation): z.output<typeof invitationResponse> => ({
  id: invitation.id,
  campaign_id: invitation.campaignId,
  affiliate_id: invitation.affiliateId,
  email: invitation.email,
  message: invitation.message,
  token: invitationToken(invitation),
  expires_at: invitation.expiresAt?.toISOString() ?? null,
  accepted_by: invitation.acceptedBy,
  created_at: invitation.createdAt.toISOString(),
});
