import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** How long the link of an invitation counts from its mail on, days. */
export const INVITATION_DAYS = 30;

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
  sample: {
    invitationId: '01975b3c-7c00-7000-8000-000000004101',
    campaignId: sampleIds.campaignId,
    campaignName: 'Spring sale',
    brandId: sampleIds.brandId,
    brandName: 'Northwind',
    affiliateId: sampleIds.affiliateId,
    email: null,
    message: 'Your readers would like our kettles.',
    token: 'signed',
    expiresAt: SAMPLE_TIME,
  },
  internalBecause: 'the contract names no event for it',
});
