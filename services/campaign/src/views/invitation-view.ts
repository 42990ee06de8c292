import { z } from 'zod';
import { type Invitation } from '../domain/invitation.ts';

export const invitationResponse = z.object({
  id: z.uuid(),
  campaign_id: z.uuid(),
  affiliate_id: z.uuid().nullable(),
  email: z.string().nullable(),
  message: z.string().nullable(),
  created_at: z.iso.datetime(),
});

export const invitationView = (invitation: Invitation) => ({
  id: invitation.id,
  campaign_id: invitation.campaignId,
  affiliate_id: invitation.affiliateId,
  email: invitation.email,
  message: invitation.message,
  created_at: invitation.createdAt.toISOString(),
});
