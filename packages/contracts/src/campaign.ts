import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import {
  attributionModels,
  campaignStatuses,
  campaignTypes,
  commissionTerms,
  id,
  instant,
} from './fields.ts';

export const attributionSettings = z.object({
  model: z.enum(attributionModels),
  lookbackWindowDays: z.int().min(1).max(365),
  timeDecayHalfLifeHours: z.int().min(1),
  positionBasedWeights: z.object({ first: z.int(), middle: z.int(), last: z.int() }),
  enableCrossDevice: z.boolean(),
  fingerprintingEnabled: z.boolean(),
});
export type AttributionSettings = z.output<typeof attributionSettings>;

/** A campaign as others may keep a copy of it: what redirecting, earning and showing need. */
export const campaignSnapshot = z.object({
  campaignId: id,
  brandId: id,
  brandName: z.string(),
  name: z.string(),
  type: z.enum(campaignTypes),
  status: z.enum(campaignStatuses),
  landingPageUrl: z.string(),
  commission: commissionTerms,
  attribution: attributionSettings,
  targeting: z.object({
    countries: z.array(z.string()),
    languages: z.array(z.string()),
    devices: z.array(z.string()),
  }),
  pixelEnabled: z.boolean(),
  updatedAt: instant,
});
export type CampaignSnapshot = z.output<typeof campaignSnapshot>;

const declaration = {
  topic: 'campaign.campaigns',
  key: (campaign: CampaignSnapshot) => campaign.campaignId,
  data: campaignSnapshot,
} as const;

export const campaignCreated = defineEvent({
  type: 'campaign.created.v1',
  ...declaration,
  description: 'A brand drafted a campaign.',
});
export const campaignUpdated = defineEvent({
  type: 'campaign.updated.v1',
  ...declaration,
  description: 'A campaign’s record changed, its status apart.',
});
export const campaignActivated = defineEvent({
  type: 'campaign.activated.v1',
  ...declaration,
  description: 'A campaign went live, for the first time or again.',
});
export const campaignPaused = defineEvent({
  type: 'campaign.paused.v1',
  ...declaration,
  description: 'A campaign stands still; its links go on redirecting.',
});
export const campaignEnded = defineEvent({
  type: 'campaign.ended.v1',
  ...declaration,
  description: 'A campaign is completed or archived (see its status).',
});
