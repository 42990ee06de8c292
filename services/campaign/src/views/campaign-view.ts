import { campaignStatuses, couponCodeShareOf, couponRuleOf } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { z } from 'zod';
import {
  type Campaign,
  type CampaignFields,
  isPausedBySuspension,
  shownStatusOf,
} from '../domain/campaign.ts';
import { type Figures } from '../domain/figures.ts';
import { convertLimits, convertNullable } from './campaign-amounts.ts';
import { type CampaignRecord, recordFields } from './campaign-fields.ts';

type Wire<Group extends keyof CampaignRecord> = CampaignRecord[Group];
type ToWire = (minor: number) => number;

const commissionOf = (commission: CampaignFields['commission']): Wire<'commission'> => ({
  type: commission.type,
  value: Number(commission.value),
  currency: commission.currency,
  hold_days: commission.holdDays,
  recurring_months: commission.recurringMonths,
});

const approvalOf = (
  { mode, criteria }: CampaignFields['approval'],
  toWire: ToWire,
): Wire<'approval'> => ({
  mode,
  criteria: {
    min_lifetime_earnings: convertNullable(toWire)(criteria.minLifetimeEarningsMinor),
    min_conversion_rate: criteria.minConversionRate,
    min_active_campaigns: criteria.minActiveCampaigns,
    verified_required: criteria.verifiedRequired,
    required_channels: [...criteria.requiredChannels],
    excluded_countries: [...criteria.excludedCountries],
  },
});

const targetingOf = (targeting: CampaignFields['targeting']): Wire<'targeting'> => ({
  countries: [...targeting.countries],
  languages: [...targeting.languages],
  excluded_keywords: [...targeting.excludedKeywords],
  excluded_categories: [...targeting.excludedCategories],
  devices: [...targeting.devices] as Wire<'targeting'>['devices'],
});

const callOf = (call: CampaignFields['call'], toWire: ToWire): Wire<'call'> =>
  call && {
    payout_type: call.payoutType,
    payout_amount: toWire(call.payoutMinor),
    min_duration_seconds: call.minDurationSeconds,
    recording_enabled: call.recordingEnabled,
    whisper_message: call.whisperMessage,
  };

const attributionOf = (attribution: CampaignFields['attribution']): Wire<'attribution'> => ({
  model: attribution.model,
  lookback_window_days: attribution.lookbackWindowDays,
  time_decay_half_life_hours: attribution.timeDecayHalfLifeHours,
  position_based_weights: { ...attribution.positionBasedWeights },
  enable_cross_device: attribution.enableCrossDevice,
  fingerprinting_enabled: attribution.fingerprintingEnabled,
  coupon_rule: couponRuleOf(attribution),
  coupon_code_share: couponCodeShareOf(attribution),
});

/** The campaign as its brand writes it; an update is merged into this record. */
export function recordOf(campaign: CampaignFields): CampaignRecord {
  const { caps, budget, commission } = campaign;
  const toWire = (minor: number) => toWireNumber(minor, commission.currency);
  return {
    name: campaign.name,
    description: campaign.description,
    type: campaign.type,
    landing_page_url: campaign.landingPageUrl,
    commission: commissionOf(commission),
    caps: {
      clicks: caps.clicks,
      conversions: caps.conversions,
      commission: convertLimits(caps.commissionMinor, toWire),
    },
    budget: {
      total: convertNullable(toWire)(budget.totalMinor),
      daily: convertNullable(toWire)(budget.dailyMinor),
    },
    approval: approvalOf(campaign.approval, toWire),
    targeting: targetingOf(campaign.targeting),
    call: callOf(campaign.call, toWire),
    attribution: attributionOf(campaign.attribution),
    pixel_enabled: campaign.pixelEnabled,
    consent_default: campaign.consentDefault ?? 'granted',
    holdout_percent: campaign.holdoutPercent ?? 0,
    // Older campaigns have no such field.
    exclusive: campaign.isExclusive ?? false,
    starts_at: campaign.startsAt?.toISOString() ?? null,
    ends_at: campaign.endsAt?.toISOString() ?? null,
  };
}

const pausedReason = z
  .literal('brand_suspended')
  .optional()
  .describe('Only where the suspension of the brand pauses the campaign');

const statusView = (campaign: Campaign) => ({
  status: shownStatusOf(campaign),
  ...(isPausedBySuspension(campaign) ? ({ paused_reason: 'brand_suspended' } as const) : {}),
});

const spentField = z
  .number()
  .describe('Commissions that stand; an approval is in it a moment after its answer');

/** A campaign for its brand. */
export const campaignResponse = z
  .object({
    id: z.uuid(),
    brand_id: z.uuid(),
    brand_name: z.string(),
    ...recordFields,
    budget: z.object({ ...recordFields.budget.shape, spent: spentField }).meta({
      id: 'CampaignBudget',
      description: 'The most that a campaign spends, and what it spent',
    }),
    status: z.enum(campaignStatuses),
    paused_reason: pausedReason,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Campaign', description: 'A campaign as its brand sees it' });

/** @param figures the campaign's running totals; left out for a new campaign */
export function campaignView(campaign: Campaign, figures?: Pick<Figures, 'commissionMinor'>) {
  const record = recordOf(campaign);
  const { currency } = campaign.commission;
  const spent = toWireNumber(figures?.commissionMinor[currency] ?? 0, currency);
  return {
    id: campaign.id,
    brand_id: campaign.brandId,
    brand_name: campaign.brandName,
    ...record,
    budget: { ...record.budget, spent },
    ...statusView(campaign),
    created_at: campaign.createdAt.toISOString(),
    updated_at: campaign.updatedAt.toISOString(),
  };
}

/** The version that an update may name in If-Match. */
export const etagOf = ({ updatedAt }: Campaign) => ({ etag: `"${updatedAt.toISOString()}"` });

/** The caller's relation to a campaign. */
export const membershipStates = [
  'none',
  'invited',
  'pending',
  'approved',
  'rejected',
  'left',
] as const;
export type MembershipState = (typeof membershipStates)[number];

const { budget: _budget, caps: _caps, pixel_enabled: _pixel, ...shownFields } = recordFields;

/** A campaign for affiliates, who do not see its budget and caps. */
export const offerResponse = z
  .object({
    id: z.uuid(),
    brand_id: z.uuid(),
    brand_name: z.string(),
    ...shownFields,
    status: z.enum(campaignStatuses),
    paused_reason: pausedReason,
    created_at: z.iso.datetime(),
    membership: z
      .object({
        status: z.enum(membershipStates),
        application_id: z.uuid().nullable(),
      })
      .meta({ id: 'CampaignMembership', description: 'The caller’s relation to a campaign' }),
  })
  .meta({ id: 'Offer', description: 'A campaign as affiliates see it' });

export function offerView(
  campaign: Campaign,
  membership: { status: MembershipState; applicationId: string | null },
) {
  const { budget: _spent, caps: _limits, pixel_enabled: _counts, ...shown } = recordOf(campaign);
  return {
    id: campaign.id,
    brand_id: campaign.brandId,
    brand_name: campaign.brandName,
    ...shown,
    ...statusView(campaign),
    created_at: campaign.createdAt.toISOString(),
    membership: { status: membership.status, application_id: membership.applicationId },
  };
}
