import { fieldsOfZodError, invalidFields } from '@tributary/errors';
import { formatAmount, fromWireNumber, parsePercent } from '@tributary/money';
import { type CampaignFields, type Limits } from '../domain/campaign.ts';
import { callDefaults, campaignDefaults } from './campaign-defaults.ts';
import { type CampaignRecord, recordSchema } from './campaign-fields.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function overlay(base: Json, part: Json): Json {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(part)) {
    if (value === undefined) continue;
    const before = base[key];
    merged[key] = isJson(before) && isJson(value) ? overlay(before, value) : value;
  }
  return merged;
}

/** Null groups go back to their defaults; call settings that are new begin from theirs. */
function prepared(base: Json, part: Json): Json {
  const entries = Object.entries(part).map(([key, value]): [string, unknown] => {
    const group = (campaignDefaults as Json)[key];
    if (value === null && isJson(group)) return [key, group];
    const isNewCall = key === 'call' && isJson(value) && !isJson(base['call']);
    return [key, isNewCall ? overlay(callDefaults, value) : value];
  });
  return Object.fromEntries(entries);
}

/**
 * A whole record: `part` of it laid over what there is. Lists are replaced, groups merged.
 * @throws invalid naming every offending field
 */
export function mergedRecord(base: object, part: object): CampaignRecord {
  const whole = overlay(base as Json, prepared(base as Json, part as Json));
  const parsed = recordSchema.safeParse(whole);
  if (!parsed.success) throw invalidFields(fieldsOfZodError(parsed.error));
  return parsed.data;
}

type Wire<Group extends keyof CampaignRecord> = CampaignRecord[Group];
type ToMinor = (amount: number) => number;

const some =
  (convert: ToMinor) =>
  (figure: number | null): number | null =>
    figure === null ? null : convert(figure);

function limitsOf(limits: Limits, convert: ToMinor = (figure) => figure): Limits {
  const figure = some(convert);
  return {
    daily: figure(limits.daily),
    weekly: figure(limits.weekly),
    monthly: figure(limits.monthly),
    total: figure(limits.total),
  };
}

const commissionOf = (wire: Wire<'commission'>, toMinor: ToMinor): CampaignFields['commission'] => {
  const { type, value, currency, hold_days: holdDays, recurring_months: recurringMonths } = wire;
  const isPercentage = type === 'percentage';
  const text = isPercentage ? parsePercent(String(value)) : formatAmount(toMinor(value), currency);
  return { type, value: text, currency, holdDays, recurringMonths };
};

const approvalOf = (wire: Wire<'approval'>, toMinor: ToMinor): CampaignFields['approval'] => ({
  mode: wire.mode,
  criteria: {
    minLifetimeEarningsMinor: some(toMinor)(wire.criteria.min_lifetime_earnings),
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
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The record as the domain has it. */
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
      clicks: limitsOf(caps.clicks),
      conversions: limitsOf(caps.conversions),
      commissionMinor: limitsOf(caps.commission, toMinor),
    },
    budget: {
      totalMinor: some(toMinor)(budget.total),
      dailyMinor: some(toMinor)(budget.daily),
    },
    approval: approvalOf(record.approval, toMinor),
    targeting: targetingOf(record.targeting),
    call: callOf(record.call, toMinor),
    attribution: attributionOf(record.attribution),
    pixelEnabled: record.pixel_enabled,
    isExclusive: record.exclusive,
    startsAt: dateOf(record.starts_at),
    endsAt: dateOf(record.ends_at),
  };
}
