import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id } from './fields.ts';
import { messageTo, publicEventsOf } from './public-event.ts';
import { sampleIds } from './sample-ids.ts';

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

const sampleOf = (status: ApplicationSnapshot['status']): ApplicationSnapshot => ({
  applicationId: '01975b3c-7c00-7000-8000-000000004001',
  campaignId: sampleIds.campaignId,
  campaignName: 'Spring sale',
  brandId: sampleIds.brandId,
  affiliateId: sampleIds.affiliateId,
  status,
  notes: null,
});

const messages = (application: ApplicationSnapshot) => [
  messageTo([application.brandId, application.affiliateId], {
    application_id: application.applicationId,
    campaign_id: application.campaignId,
    campaign_name: application.campaignName,
    brand_id: application.brandId,
    affiliate_id: application.affiliateId,
    status: application.status,
    notes: application.notes,
  }),
];
const inApplication = publicEventsOf('Application', messages);
const inCampaign = publicEventsOf('Campaign', messages);

export const applicationSubmitted = defineEvent({
  type: 'application.submitted.v1',
  ...declaration,
  description: 'An affiliate applied to join a campaign.',
  sample: sampleOf('pending'),
  publicEvents: [inApplication('application.submitted', 1, 'An affiliate applied to a campaign.')],
});
export const applicationApproved = defineEvent({
  type: 'application.approved.v1',
  ...declaration,
  description: 'An affiliate became a member of a campaign.',
  sample: sampleOf('approved'),
  publicEvents: [
    inApplication('application.approved', 2, 'An affiliate was accepted into a campaign.'),
    inCampaign('campaign.affiliate.joined', 6, 'An affiliate became a member of a campaign.'),
  ],
});
export const applicationRejected = defineEvent({
  type: 'application.rejected.v1',
  ...declaration,
  description: 'A brand, or the campaign’s criteria, declined an affiliate.',
  sample: sampleOf('rejected'),
  publicEvents: [
    inApplication('application.rejected', 3, 'An affiliate was declined for a campaign.'),
  ],
});
export const affiliateLeft = defineEvent({
  type: 'application.left.v1',
  ...declaration,
  description: 'An affiliate’s membership of a campaign ended.',
  sample: sampleOf('left'),
  publicEvents: [
    inCampaign('campaign.affiliate.left', 7, 'An affiliate’s membership of a campaign ended.'),
  ],
});
