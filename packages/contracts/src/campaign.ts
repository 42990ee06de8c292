import { z } from 'zod';
import { type CouponRule, couponRules } from './coupon.ts';
import { defineEvent } from './define-event.ts';
import {
  amountMinor,
  attributionModels,
  campaignStatuses,
  campaignTypes,
  commissionTerms,
  id,
  instant,
} from './fields.ts';
import { messageTo, publicEventsOf } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

export const attributionSettings = z.object({
  model: z.enum(attributionModels),
  lookbackWindowDays: z.int().min(1).max(365),
  timeDecayHalfLifeHours: z.int().min(1),
  positionBasedWeights: z.object({ first: z.int(), middle: z.int(), last: z.int() }),
  enableCrossDevice: z.boolean(),
  fingerprintingEnabled: z.boolean(),
  /** Who earns an order with a code and a click of two affiliates; absent means `code`. */
  couponRule: z.enum(couponRules).optional(),
  /** The code's part where they split, percent; absent means half. */
  couponCodeShare: z.int().min(1).max(99).optional(),
});
export type AttributionSettings = z.output<typeof attributionSettings>;

type CouponSettings = Pick<AttributionSettings, 'couponRule' | 'couponCodeShare'>;

/** The rule for an order with a coupon code and a click of two affiliates. */
export const couponRuleOf = ({ couponRule = 'code' }: CouponSettings): CouponRule => couponRule;

/** The code's part of the credit where they split, percent. */
export const couponCodeShareOf = ({ couponCodeShare = 50 }: CouponSettings): number =>
  couponCodeShare;

const limit = z.int().min(0).nullable();

/** The most in a UTC day, a week (from Monday), a month and in all; null is no limit. */
export const campaignLimits = z.object({
  daily: limit,
  weekly: limit,
  monthly: limit,
  total: limit,
});
export type CampaignLimits = z.output<typeof campaignLimits>;

/** A conversion beyond a cap is recorded and not paid. Amounts are in the commission’s currency. */
export const campaignCaps = z.object({
  clicks: campaignLimits,
  conversions: campaignLimits,
  commissionMinor: campaignLimits,
});
export type CampaignCaps = z.output<typeof campaignCaps>;

/** What a call earns: a fixed amount, or one for each started minute; in the commission's currency. */
export const callTerms = z.object({
  payoutType: z.enum(['per_call', 'per_minute']),
  payoutMinor: amountMinor,
  minDurationSeconds: z.int().min(0),
});
export type CallTerms = z.output<typeof callTerms>;

/** A campaign as other services copy it: what redirects, commissions and lists need. */
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
    /** Absent from older events. */
    excludedKeywords: z.array(z.string()).optional(),
    excludedCategories: z.array(z.string()).optional(),
  }),
  pixelEnabled: z.boolean(),
  /** What counts where a call states no consent; absent is granted. */
  consentDefault: z.enum(['granted', 'denied']).optional(),
  /** The part of visitors whose orders are credited to nobody, so that it is known what clicks bring; absent is none. */
  holdoutPercent: z.int().min(0).max(20).optional(),
  /** Absent from older events, which have no limit. */
  caps: campaignCaps.optional(),
  budget: z.object({ totalMinor: limit, dailyMinor: limit }).optional(),
  /** For call campaigns; otherwise null. */
  call: callTerms.nullable().optional(),
  updatedAt: instant,
});
export type CampaignSnapshot = z.output<typeof campaignSnapshot>;

const declaration = {
  topic: 'campaign.campaigns',
  key: (campaign: CampaignSnapshot) => campaign.campaignId,
  data: campaignSnapshot,
} as const;

const sampleOf = (status: CampaignSnapshot['status']): CampaignSnapshot => ({
  campaignId: sampleIds.campaignId,
  brandId: sampleIds.brandId,
  brandName: 'Northwind',
  name: 'Spring sale',
  type: 'sale',
  status,
  landingPageUrl: 'https://shop.example.com/spring',
  commission: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
  attribution: {
    model: 'last_click',
    lookbackWindowDays: 30,
    timeDecayHalfLifeHours: 168,
    positionBasedWeights: { first: 40, middle: 20, last: 40 },
    enableCrossDevice: false,
    fingerprintingEnabled: false,
  },
  targeting: { countries: [], languages: [], devices: [] },
  pixelEnabled: false,
  updatedAt: SAMPLE_TIME,
});

const inCampaign = publicEventsOf('Campaign', (campaign: CampaignSnapshot) => {
  const { type, value, currency, holdDays } = campaign.commission;
  const data = {
    campaign_id: campaign.campaignId,
    brand_id: campaign.brandId,
    name: campaign.name,
    type: campaign.type,
    status: campaign.status,
    landing_page_url: campaign.landingPageUrl,
    commission: { type, value, currency, hold_days: holdDays },
    updated_at: campaign.updatedAt,
  };
  return [messageTo([campaign.brandId], data)];
});

export const campaignCreated = defineEvent({
  type: 'campaign.created.v1',
  ...declaration,
  description: 'A brand drafted a campaign.',
  sample: sampleOf('draft'),
  publicEvents: [inCampaign('campaign.created', 1, 'A brand drafted a campaign.')],
});
export const campaignUpdated = defineEvent({
  type: 'campaign.updated.v1',
  ...declaration,
  description: 'A campaign’s record changed, other than its status.',
  sample: sampleOf('active'),
  publicEvents: [
    inCampaign('campaign.updated', 2, 'A campaign’s record changed, its status apart.'),
  ],
});
export const campaignActivated = defineEvent({
  type: 'campaign.activated.v1',
  ...declaration,
  description: 'A campaign went live, for the first time or again.',
  sample: sampleOf('active'),
  publicEvents: [
    inCampaign('campaign.activated', 3, 'A campaign went live, for the first time or again.'),
  ],
});
export const campaignPaused = defineEvent({
  type: 'campaign.paused.v1',
  ...declaration,
  description: 'A campaign is paused; its links still redirect.',
  sample: sampleOf('paused'),
  publicEvents: [
    inCampaign('campaign.paused', 4, 'A campaign was paused; its links still redirect.'),
  ],
});
export const campaignEnded = defineEvent({
  type: 'campaign.ended.v1',
  ...declaration,
  description: 'A campaign is completed or archived (see its status).',
  sample: sampleOf('completed'),
  publicEvents: [inCampaign('campaign.ended', 5, 'A campaign is completed or archived.')],
});
