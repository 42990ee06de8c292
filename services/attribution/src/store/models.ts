import mongoose from 'mongoose';
import { type AttributionSettings, type ConversionSnapshot } from '@tributary/contracts';
import { DAY_SECONDS } from '@tributary/units';
import { type Assessment } from '../domain/assessment.ts';
import { type Network } from '../domain/network-ranges.ts';
import { type OrderFact } from '../domain/order-fact.ts';
import { type SeenDevice } from './device-store.ts';
import { fraudDaySchema } from './fraud-days.ts';
import {
  type BookedRow,
  type FraudSettingsRow,
  type AffiliateIdentityRow,
  type RefundRow,
  type SuspicionRow,
  type TrainedModelRow,
} from './rows.ts';

/** The longest look-back window, and a month for conversions that are reported late. */
const TOUCHPOINT_DAYS = 396;
/** The longest that addresses and customer ids may be stored; longer than any signal looks back. */
const FACT_DAYS = 90;

/** A click that can earn commission. */
export interface TouchpointRow {
  readonly _id: string;
  readonly visitorId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly linkId: string;
  readonly occurredAt: Date;
  readonly device: string;
  readonly country: string | null;
  /** Keyed hash of address and user agent, where the campaign uses fingerprints. */
  readonly fingerprint: string | null;
  /** Whether the click opened a page; null when the browser did not state it. */
  readonly navigated: boolean | null;
  /** The listed network of its address; absent in rows of earlier versions. */
  readonly network?: Network | null;
  /** Keyed hash of its public address; absent in rows of earlier versions. */
  readonly address?: string | null;
}

/** An order as later orders are compared with it; until it is assessed, with the whole conversion. */
export interface FactRow extends Omit<OrderFact, 'conversionId'> {
  readonly _id: string;
  /** Retention counts from here: an order that is reported late must not expire while it waits. */
  readonly recordedAt: Date;
  /** Present until the conversion is assessed. */
  readonly waiting?: {
    readonly since: Date;
    readonly dueAt: Date;
    /** The instance that assesses the conversion unless it stops. */
    readonly owner: string;
    readonly attempts: number;
    readonly correlationId: string;
    readonly conversion: ConversionSnapshot;
  };
}

export type AssessmentRow = Omit<Assessment, 'conversionId'> & {
  readonly _id: string;
  /** Present while a review is required and the brand has neither decided nor been reminded. */
  readonly isOpen?: true;
  readonly remindedAt?: Date;
};

/** A brand's review of a conversion. */
export interface LabelRow {
  readonly _id: string;
  readonly brandId: string;
  readonly campaignId: string;
  readonly affiliateId: string | null;
  readonly decision: 'approved' | 'rejected';
  readonly fraudScore: number;
  readonly reviewedAt: Date;
}

export interface SettingsRow {
  readonly _id: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly settings: AttributionSettings;
  readonly effectiveFrom: Date;
}

/** A customer who ordered with a visitor's cookie. */
export interface DeviceRow extends SeenDevice {
  readonly _id: string;
}

const text = { type: String, required: true } as const;
const optionalText = { type: String, default: null } as const;
const number = { type: Number, required: true } as const;
const date = { type: Date, required: true } as const;
const mixed = mongoose.Schema.Types.Mixed;
const settings = { versionKey: false, strict: 'throw', minimize: false } as const;

/** Shard key: `visitorId`, hashed, because a journey is one visitor's. */
const touchpointSchema = new mongoose.Schema<TouchpointRow>(
  {
    _id: text,
    visitorId: text,
    campaignId: text,
    affiliateId: text,
    linkId: text,
    occurredAt: date,
    device: text,
    country: optionalText,
    fingerprint: optionalText,
    navigated: { type: Boolean, default: null },
    network: optionalText,
    address: optionalText,
  },
  settings,
)
  .index({ visitorId: 1, campaignId: 1, occurredAt: -1 })
  .index({ campaignId: 1, visitorId: 1, occurredAt: 1, affiliateId: 1 })
  .index(
    { fingerprint: 1, campaignId: 1, occurredAt: -1 },
    { partialFilterExpression: { fingerprint: { $gt: '' } } },
  )
  .index({ occurredAt: 1 }, { expireAfterSeconds: TOUCHPOINT_DAYS * DAY_SECONDS });

// Partial indexes filter by conditions that the queries imply; a filter by $type would never be used.
/** Shard key: `_id`, hashed. */
const factSchema = new mongoose.Schema<FactRow>(
  {
    _id: text,
    affiliateId: optionalText,
    customer: optionalText,
    ip: optionalText,
    visitorId: optionalText,
    userAgent: optionalText,
    convertedAt: date,
    createdAt: date,
    recordedAt: date,
    waiting: mixed,
  },
  settings,
)
  .index({ customer: 1, convertedAt: 1 }, { partialFilterExpression: { customer: { $gt: '' } } })
  .index(
    { ip: 1, affiliateId: 1, convertedAt: 1 },
    { partialFilterExpression: { ip: { $gt: '' } } },
  )
  .index({ visitorId: 1, convertedAt: 1 }, { partialFilterExpression: { visitorId: { $gt: '' } } })
  .index({ affiliateId: 1, convertedAt: -1 })
  .index(
    { 'waiting.dueAt': 1 },
    { partialFilterExpression: { 'waiting.dueAt': { $exists: true } } },
  )
  .index({ recordedAt: 1 }, { expireAfterSeconds: FACT_DAYS * DAY_SECONDS });

/** Shard key: `_id` (the conversion), hashed. Stored for good: it explains what was paid. */
const assessmentSchema = new mongoose.Schema<AssessmentRow>(
  {
    _id: text,
    assessmentId: text,
    brandId: text,
    campaignId: text,
    affiliateId: optionalText,
    model: text,
    modelVersion: text,
    shares: mixed,
    fraudScore: number,
    requiresReview: { type: Boolean, required: true },
    factors: mixed,
    weightsVersion: text,
    assessedAt: text,
    convertedAt: date,
    visitorId: optionalText,
    inputs: mixed,
    isOpen: Boolean,
    remindedAt: Date,
  },
  settings,
)
  .index({ brandId: 1, convertedAt: -1, _id: -1 })
  .index({ campaignId: 1, convertedAt: -1, _id: -1 })
  .index({ convertedAt: 1 })
  .index({ affiliateId: 1, brandId: 1, convertedAt: -1, _id: -1 })
  .index({ affiliateId: 1, convertedAt: 1 })
  .index({ assessedAt: 1 }, { partialFilterExpression: { isOpen: true } });

/** Shard key: `affiliateId`, hashed. Stored for good: weights are fitted to reviews. */
const labelSchema = new mongoose.Schema<LabelRow>(
  {
    _id: text,
    brandId: text,
    campaignId: text,
    affiliateId: optionalText,
    decision: text,
    fraudScore: number,
    reviewedAt: date,
  },
  settings,
).index({ affiliateId: 1, reviewedAt: 1, decision: 1 });

/** Shard key: `campaignId`, hashed. Stored for good: it explains what was paid. */
const settingsSchema = new mongoose.Schema<SettingsRow>(
  { _id: text, campaignId: text, brandId: text, settings: mixed, effectiveFrom: date },
  settings,
).index({ campaignId: 1, effectiveFrom: -1, _id: -1 });

/** Shard key: `customer`, hashed. Stored as long as customers' ids may be. */
const deviceSchema = new mongoose.Schema<DeviceRow>(
  { _id: text, customer: text, visitorId: text, seenAt: date },
  settings,
)
  .index({ customer: 1, seenAt: -1 })
  .index({ visitorId: 1 })
  .index({ seenAt: 1 }, { expireAfterSeconds: FACT_DAYS * DAY_SECONDS });

/** Shard key: `campaignId`, hashed. Stored for good: shares state the version that computed them. */
const trainedModelSchema = new mongoose.Schema<TrainedModelRow>(
  {
    _id: text,
    campaignId: text,
    version: number,
    trainedAt: date,
    conversions: number,
    journeys: number,
    leak: number,
    affiliates: mixed,
    strengths: mixed,
    sets: mixed,
  },
  settings,
).index({ campaignId: 1, version: -1 });

/** Shard key: `_id` (the conversion), hashed. Stored for good, as assessments are. */
const refundSchema = new mongoose.Schema<RefundRow>(
  {
    _id: text,
    affiliateId: optionalText,
    refundedMinor: number,
    isReversed: { type: Boolean, required: true },
    at: date,
  },
  settings,
).index({ affiliateId: 1, at: 1 });

/** Shard key: `conversionId`, hashed. Stored for good, as assessments are. */
const bookedSchema = new mongoose.Schema<BookedRow>(
  {
    _id: text,
    conversionId: text,
    affiliateId: text,
    amountMinor: number,
    currency: text,
    terms: mixed,
    status: text,
  },
  settings,
).index({ conversionId: 1 });

/** Shard key: `_id` (brand and affiliate), hashed. Stored for good; one for each suspected affiliate. */
const suspicionSchema = new mongoose.Schema<SuspicionRow>(
  { _id: text, suspected: { type: Boolean, required: true }, at: date },
  settings,
);

/** Shard key: `brandId`, hashed. Stored for good: assessments state the version that scored them. */
const fraudSettingsSchema = new mongoose.Schema<FraudSettingsRow>(
  {
    _id: text,
    brandId: text,
    version: number,
    effectiveFrom: date,
    reviewThreshold: number,
    factors: mixed,
  },
  settings,
).index({ brandId: 1, version: -1 });

/** Shard key: `_id` (the affiliate), hashed. Stored as long as addresses may be, from the latest sign-in or change. */
const identitySchema = new mongoose.Schema<AffiliateIdentityRow>(
  { _id: text, mailboxHashes: [String], ips: mixed, seenAt: date },
  settings,
).index({ seenAt: 1 }, { expireAfterSeconds: FACT_DAYS * DAY_SECONDS });

export const openModels = (connection: mongoose.Connection) => ({
  touchpoints: connection.model('Touchpoint', touchpointSchema, 'touchpoints'),
  facts: connection.model('OrderFact', factSchema, 'order_facts'),
  assessments: connection.model('Assessment', assessmentSchema, 'assessments'),
  fraudDays: connection.model('FraudDay', fraudDaySchema, 'fraud_days'),
  labels: connection.model('Label', labelSchema, 'labels'),
  settings: connection.model('Settings', settingsSchema, 'settings_history'),
  commissions: connection.model('Booked', bookedSchema, 'booked_commissions'),
  fraudSettings: connection.model('FraudSettings', fraudSettingsSchema, 'fraud_settings'),
  identities: connection.model('AffiliateIdentity', identitySchema, 'affiliate_identities'),
  suspicions: connection.model('Suspicion', suspicionSchema, 'suspicions'),
  refunds: connection.model('Refund', refundSchema, 'refunds'),
  trainedModels: connection.model('TrainedModel', trainedModelSchema, 'trained_models'),
  devices: connection.model('Device', deviceSchema, 'devices'),
});
export type Models = ReturnType<typeof openModels>;
