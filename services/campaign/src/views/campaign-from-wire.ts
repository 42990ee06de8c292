import { fieldsOfZodError, invalidFields, namingMissing } from '@tributary/errors';
import { formatAmount, fromWireNumber, parsePercent } from '@tributary/money';
import { type CampaignFields } from '../domain/campaign.ts';
import { callDefaults, campaignDefaults } from './campaign-defaults.ts';
import { convertLimits, convertNullable } from './campaign-amounts.ts';
import { type CampaignRecord, recordSchema } from './campaign-fields.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(base: Json, part: Json): Json {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(part)) {
    if (value === undefined) continue;
    const before = base[key];
    merged[key] = isJson(before) && isJson(value) ? merge(before, value) : value;
  }
  return merged;
}

/** Replaces null groups by their defaults, and completes new call settings by theirs. */
function withDefaults(base: Json, part: Json): Json {
  const entries = Object.entries(part).map(([key, value]): [string, unknown] => {
    const group = (campaignDefaults as Json)[key];
    if (value === null && isJson(group)) return [key, group];
    const isNewCall = key === 'call' && isJson(value) && !isJson(base['call']);
    return [key, isNewCall ? merge(callDefaults, value) : value];
  });
  return Object.fromEntries(entries);
}

/**
 * A whole record: `part` merged into `base`. Groups are merged, lists replaced.
 * @throws invalid naming every offending field
 */
export function mergedRecord(base: object, part: object): CampaignRecord {
  const whole = merge(base as Json, withDefaults(base as Json, part as Json));
  const parsed = recordSchema.safeParse(whole, namingMissing);
  if (!parsed.success) throw invalidFields(fieldsOfZodError(parsed.error));
  return parsed.data;
}

type Wire<Group extends keyof CampaignRecord> = CampaignRecord[Group];
type ToMinor = (amount: number) => number;

const commissionOf = (wire: Wire<'commission'>, toMinor: ToMinor): CampaignFields['commission'] => {
  const { type, value, currency, hold_days: holdDays, recurring_months: recurringMonths } = wire;
  const isPercentage = type === 'percentage';
  const text = isPercentage ? parsePercent(String(value)) : formatAmount(toMinor(value), currency);
  return { type, value: text, currency, holdDays, recurringMonths };
};

const approvalOf = (wire: Wire<'approval'>, toMinor: ToMinor): CampaignFields['approval'] => ({
  mode: wire.mode,
  criteria: {
    minLifetimeEarningsMinor: convertNullable(toMinor)(wire.criteria.min_lifetime_earnings),
    minConversionRate: wire.criteria.min_conversion_rate,
    minActiveCampaigns: wire.criteria.min_active_campaigns,
    verifiedRequired: wire.criteria.verified_required,
    requiredChannels: wire.criteria.required_channels,
    excludedCountries: wire.criteria.excluded_countries,
  },
});

const targetingOf = (wire: Wire<'targeting'>): CampaignFields['targeting'] => ({
  countries: wire.countries,
  languages: wire.languages,
  excludedKeywords: wire.excluded_keywords,
  excludedCategories: wire.excluded_categories,
  devices: wire.devices,
});

const callOf = (wire: Wire<'call'>, toMinor: ToMinor): CampaignFields['call'] =>
  wire && {
    payoutType: wire.payout_type,
    payoutMinor: toMinor(wire.payout_amount),
    minDurationSeconds: wire.min_duration_seconds,
    recordingEnabled: wire.recording_enabled,
    whisperMessage: wire.whisper_message,
  };

const attributionOf = (wire: Wire<'attribution'>): CampaignFields['attribution'] => ({
  model: wire.model,
  lookbackWindowDays: wire.lookback_window_days,
  timeDecayHalfLifeHours: wire.time_decay_half_life_hours,
  positionBasedWeights: wire.position_based_weights,
  enableCrossDevice: wire.enable_cross_device,
  fingerprintingEnabled: wire.fingerprinting_enabled,
  couponRule: wire.coupon_rule,
  couponCodeShare: wire.coupon_code_share,
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The domain's fields of a record. */
export function fieldsOf(record: CampaignRecord): CampaignFields {
  const { caps, budget } = record;
  const toMinor = (amount: number) => fromWireNumber(amount, record.commission.currency);
  return {
    name: record.name,
    description: record.description,
    type: record.type,
    landingPageUrl: record.landing_page_url,
    commission: commissionOf(record.commission, toMinor),
    caps: {
      clicks: caps.clicks,
      conversions: caps.conversions,
      commissionMinor: convertLimits(caps.commission, toMinor),
    },
    budget: {
      totalMinor: convertNullable(toMinor)(budget.total),
      dailyMinor: convertNullable(toMinor)(budget.daily),
    },
    approval: approvalOf(record.approval, toMinor),
    targeting: targetingOf(record.targeting),
    call: callOf(record.call, toMinor),
    attribution: attributionOf(record.attribution),
    pixelEnabled: record.pixel_enabled,
    consentDefault: record.consent_default,
    holdoutPercent: record.holdout_percent,
    isExclusive: record.exclusive,
    startsAt: dateOf(record.starts_at),
    endsAt: dateOf(record.ends_at),
  };
}
