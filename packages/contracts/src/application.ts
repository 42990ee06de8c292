import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id } from './fields.ts';

export const applicationSnapshot = z.object({
  applicationId: id,
  campaignId: id,
  campaignName: z.string(),
  brandId: id,
  affiliateId: id,
  status: z.enum(['pending', 'approved', 'rejected', 'left']),
  notes: z.string().nullable(),
});
export type ApplicationSnapshot = z.output<typeof applicationSnapshot>;

const declaration = {
  topic: 'campaign.applications',
  key: (application: ApplicationSnapshot) => application.applicationId,
  data: applicationSnapshot,
} as const;

export const applicationSubmitted = defineEvent({
  type: 'application.submitted.v1',
  ...declaration,
  description: 'An affiliate applied to join a campaign.',
});
export const applicationApproved = defineEvent({
  type: 'application.approved.v1',
  ...declaration,
  description: 'An affiliate became a member of a campaign.',
});
export const applicationRejected = defineEvent({
  type: 'application.rejected.v1',
  ...declaration,
  description: 'A brand, or the campaign’s criteria, declined an affiliate.',
});
export const affiliateLeft = defineEvent({
  type: 'application.left.v1',
  ...declaration,
  description: 'An affiliate’s membership of a campaign ended.',
});
