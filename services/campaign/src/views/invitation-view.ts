import { z } from 'zod';
import { type Invitation } from '../domain/invitation.ts';

export const invitationResponse = z
  .object({
    id: z.uuid(),
    campaign_id: z.uuid(),
    affiliate_id: z.uuid().nullable(),
    email: z.string().nullable(),
    message: z.string().nullable(),
    token: z
      .string()
      .nullable()
      .describe('Signed: its recipient may join once, as `invitation` of the application'),
    expires_at: z.iso.datetime().nullable(),
    accepted_by: z.uuid().nullable(),
    waits_for_start: z
      .boolean()
      .describe(
        'True while the campaign is a draft: the invitation is mailed once the campaign starts',
      ),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Invitation', description: 'An invitation to a campaign' });

/** @param token the invitation's signed token; null for invitations made before tokens existed */
export const invitationView = (
  invitation: Invitation,
  token: string | null,
): z.output<typeof invitationResponse> => ({
  id: invitation.id,
  campaign_id: invitation.campaignId,
  affiliate_id: invitation.affiliateId,
  email: invitation.email,
  message: invitation.message,
  token,
  expires_at: invitation.expiresAt?.toISOString() ?? null,
  accepted_by: invitation.acceptedBy,
  waits_for_start: invitation.waitsForStart ?? false,
  created_at: invitation.createdAt.toISOString(),
});
