import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';

/** An invitation as the invited affiliate sees it. */
const invitationSnapshot = z.object({
  invitationId: id,
  campaignId: id,
  campaignName: z.string(),
  brandId: id,
  brandName: z.string(),
  /** Null where no account has the address. */
  affiliateId: id.nullable(),
  /** Lower case; null where the brand named the affiliate. */
  email: z.string().nullable(),
  message: z.string().nullable(),
  /** Signed: anyone who has it may join once, until `expiresAt`. */
  token: z.string(),
  expiresAt: instant,
});
export type InvitationSnapshot = z.output<typeof invitationSnapshot>;

export const invitationMade = defineEvent({
  type: 'invitation.made.v1',
  topic: 'campaign.applications',
  key: (invitation: InvitationSnapshot) => invitation.invitationId,
  data: invitationSnapshot,
  description: 'A brand invited an affiliate to a campaign.',
});
