import mongoose from 'mongoose';
import {
  type CampaignSnapshot,
  type ClickRow,
  conversionTypes,
  type IntegrationPlatform,
  type LinkSnapshot,
} from '@tributary/contracts';
import { DAY_SECONDS } from '@tributary/units';
import { type Counts } from '../domain/caps.ts';
import { type Conversion } from '../domain/conversion.ts';
import { type ShopRefund } from '../domain/shop-order.ts';
import { type TierMove, type TierVersion } from '../domain/tiers.ts';

const { Schema } = mongoose;

/** Clicks are of use as long as the longest look-back (365 days) and a month to look into them. */
const CLICK_RETENTION_DAYS = 396;
const PENDING_SHOP_EVENT_DAYS = 7;

const options = { versionKey: false, minimize: false, autoIndex: false } as const;
const mixed = Schema.Types.Mixed;

/** A campaign as its service last said it. */
export interface CampaignDocument {
  _id: string;
  updatedAt: Date;
  snapshot: CampaignSnapshot;
}

/** A link as its service last said it. */
export interface LinkDocument {
  _id: string;
  trackingCode: string;
  trackingNumber: string | null;
  brandId: string;
  affiliateId: string;
  createdAt: Date;
  /** When what is kept here was said. */
  asOf: Date;
  snapshot: LinkSnapshot;
}

/** A click of the log, projected. Address and agent go when `privateUntil` has passed. */
export interface ClickDocument extends Omit<
  ClickRow,
  'clickId' | 'occurredAt' | 'ip' | 'userAgent'
> {
  _id: string;
  occurredAt: Date;
  ip?: string;
  userAgent?: string;
  /** A person's click, first of the day or one more. */
  countable: boolean;
  privateUntil?: Date;
}

/** A conversion; customer id, address and agent go when `privateUntil` has passed. */
export interface ConversionDocument extends Omit<Conversion, 'id'> {
  _id: string;
  /** The value in major units, for comparing orders of several currencies in filters alone. */
  orderValue: number;
  /** What it counts for against a campaign's money limits, minor units, for counting many at once. */
  expectedMinor: number;
  privateUntil?: Date;
}

/** What counts against a campaign's caps and budget; `_id` is the campaign. */
export interface CapCountDocument {
  _id: string;
  /** Raised by whoever is about to change the counts. */
  version: number;
  counts: Counts;
}

/** The newest of what was told about tiers (`platform`, or a campaign), or of an affiliate's level in them. */
export interface NewestDocument<Told> {
  _id: string;
  newest: Told[];
}

/** A store that a brand has connected. */
export interface IntegrationDocument {
  _id: string;
  brandId: string;
  campaignId: string;
  platform: IntegrationPlatform;
  shopUrl: string;
  /** Sealed; what the platform signs with. */
  sealedSecret: string;
  /** Sealed JSON (ShopAccess); null where missed orders cannot be fetched. */
  sealedAccess: string | null;
  lastError: { code: string; message: string; at: Date } | null;
  lastMessageAt: Date | null;
  /** Up to here all its orders are known. */
  syncedUntil: Date;
  /** When its orders were last asked for, whether it answered or not. */
  syncTriedAt: Date;
  createdAt: Date;
}

/** What a store said of an order before it told the order itself. */
export interface PendingShopEventDocument {
  /** Brand and order. */
  _id: string;
  refunds: ShopRefund[];
  isCancelled: boolean;
  at: Date;
}

export interface TrackingSecretDocument {
  _id: string;
  brandId: string;
  name: string | null;
  /** Sealed; see edge/seal.ts. */
  sealed: string;
  /** The last characters, to tell two apart. */
  hint: string;
  /** 0 or 1: two may overlap, and the unique index holds that against races. */
  slot: number;
  createdAt: Date;
}

// Shard key { _id: 'hashed' }. Kept for ever: few, and terms of old conversions are explained by them.
const campaignSchema = new Schema<CampaignDocument>(
  { _id: String, updatedAt: Date, snapshot: mixed },
  { ...options, collection: 'campaigns' },
);

// Shard key { trackingCode: 'hashed' }; unsharded until there are millions. Kept as long as the link lives.
const linkSchema = new Schema<LinkDocument>(
  {
    _id: String,
    trackingCode: String,
    trackingNumber: String,
    brandId: String,
    affiliateId: String,
    createdAt: Date,
    asOf: Date,
    snapshot: mixed,
  },
  { ...options, collection: 'links' },
);
linkSchema.index({ trackingCode: 1 }, { unique: true });
linkSchema.index({ brandId: 1, affiliateId: 1, createdAt: -1 });
linkSchema.index(
  { trackingNumber: 1 },
  { partialFilterExpression: { trackingNumber: { $type: 'string' } } },
);

// Shard key { _id: 'hashed' }: clicks are found by id, and written evenly. Retention: see above.
const clickSchema = new Schema<ClickDocument>(
  {
    _id: String,
    occurredAt: Date,
    linkId: String,
    affiliateId: String,
    countable: Boolean,
    validity: String,
    privateUntil: Date,
  },
  { ...options, strict: false, collection: 'clicks' },
);
// The latest click of a link, for orders that name a tracking code.
clickSchema.index({ linkId: 1, countable: 1, occurredAt: -1 });
// Unique clicks of an affiliate in a period, counted from the index alone.
clickSchema.index({ affiliateId: 1, validity: 1, occurredAt: -1 });
clickSchema.index({ occurredAt: 1 }, { expireAfterSeconds: CLICK_RETENTION_DAYS * DAY_SECONDS });
clickSchema.index(
  { privateUntil: 1 },
  { partialFilterExpression: { privateUntil: { $type: 'date' } } },
);

// Shard key { brandId: 1 }: both dedup keys begin with it, which a unique index needs. Kept for ever:
// conversions are what commissions are explained by.
/** All types but sales, of which nearly every conversion is one. */
const RARE_TYPES = conversionTypes.filter((type) => type !== 'sale');

const conversionSchema = new Schema<ConversionDocument>(
  {
    _id: String,
    brandId: String,
    orderId: String,
    transactionId: String,
    campaignId: String,
    affiliateIds: [String],
    status: String,
    convertedAt: Date,
    createdAt: Date,
    orderValue: Number,
    privateUntil: Date,
  },
  { ...options, strict: false, collection: 'conversions' },
);
// The guards against counting an order twice.
conversionSchema.index({ brandId: 1, orderId: 1 }, { unique: true });
conversionSchema.index(
  { brandId: 1, transactionId: 1 },
  { unique: true, partialFilterExpression: { transactionId: { $type: 'string' } } },
);
// Whom to forget, when a customer asks for it, and who has ordered before.
conversionSchema.index(
  { customerEmailHash: 1, brandId: 1 },
  { partialFilterExpression: { customerEmailHash: { $type: 'string' } } },
);
conversionSchema.index(
  { customerId: 1, brandId: 1 },
  { partialFilterExpression: { customerId: { $type: 'string' } } },
);
// Refunds name an order only.
conversionSchema.index({ orderId: 1 });
// The lists, newest first.
conversionSchema.index({ brandId: 1, createdAt: -1, _id: -1 });
conversionSchema.index({ brandId: 1, status: 1, createdAt: -1, _id: -1 });
conversionSchema.index({ brandId: 1, campaignId: 1, createdAt: -1, _id: -1 });
conversionSchema.index({ affiliateIds: 1, createdAt: -1, _id: -1 });
// What is rare there, or long ago: without these all that is newer is read on the way to it.
conversionSchema.index({ brandId: 1, campaignId: 1, status: 1, createdAt: -1, _id: -1 });
conversionSchema.index({ affiliateIds: 1, status: 1, createdAt: -1, _id: -1 });
conversionSchema.index({ brandId: 1, convertedAt: 1 });
conversionSchema.index({ brandId: 1, orderValue: 1 });
// Rare ones among a million others; the index holds these alone.
conversionSchema.index(
  { brandId: 1, requiresReview: 1, createdAt: -1, _id: -1 },
  { partialFilterExpression: { requiresReview: true } },
);
conversionSchema.index(
  { brandId: 1, type: 1, createdAt: -1, _id: -1 },
  { partialFilterExpression: { type: { $in: RARE_TYPES } } },
);
conversionSchema.index(
  { privateUntil: 1 },
  { partialFilterExpression: { privateUntil: { $type: 'date' } } },
);

// Shard key { _id: 'hashed' }; unsharded, as each brand has at most 20. Deleted by the brand.
const integrationSchema = new Schema<IntegrationDocument>(
  {
    _id: String,
    brandId: String,
    campaignId: String,
    platform: String,
    shopUrl: String,
    sealedSecret: String,
    sealedAccess: String,
    lastError: mixed,
    lastMessageAt: Date,
    syncedUntil: Date,
    syncTriedAt: Date,
    createdAt: Date,
  },
  { ...options, collection: 'integrations' },
);
integrationSchema.index({ brandId: 1, shopUrl: 1 }, { unique: true });
integrationSchema.index({ brandId: 1, createdAt: -1, _id: -1 });
integrationSchema.index(
  { syncTriedAt: 1 },
  { partialFilterExpression: { sealedAccess: { $type: 'string' } } },
);

// Shard key { _id: 'hashed' }. Longer than platforms repeat a message that was not taken (two days).
const pendingShopEventSchema = new Schema<PendingShopEventDocument>(
  { _id: String, refunds: mixed, isCancelled: Boolean, at: Date },
  { ...options, collection: 'early_store_words' },
);
pendingShopEventSchema.index(
  { at: 1 },
  { expireAfterSeconds: PENDING_SHOP_EVENT_DAYS * DAY_SECONDS },
);

// Shard key { _id: 'hashed' }. A row for each campaign with limits, kept while it has some.
const capCountSchema = new Schema<CapCountDocument>(
  { _id: String, version: Number, counts: mixed },
  { ...options, collection: 'cap_counts' },
);

// Shard key { _id: 'hashed' }. Kept for ever: a row for each scheme, and for each affiliate who ever moved in one.
const newestSchema = <Told>(collection: string) =>
  new Schema<NewestDocument<Told>>({ _id: String, newest: mixed }, { ...options, collection });
const tierSchemeSchema = newestSchema<TierVersion>('tier_schemes');
const tierMoveSchema = newestSchema<TierMove>('tier_moves');

// Shard key { brandId: 1 }; unsharded, as each brand has at most two. Deleted by the brand.
const secretSchema = new Schema<TrackingSecretDocument>(
  {
    _id: String,
    brandId: String,
    name: String,
    sealed: String,
    hint: String,
    slot: Number,
    createdAt: Date,
  },
  { ...options, collection: 'tracking_secrets' },
);
secretSchema.index({ brandId: 1, slot: 1 }, { unique: true });
secretSchema.index({ createdAt: -1 });

/** The models of this service's database. */
export const openModels = (connection: mongoose.Connection) => ({
  campaigns: connection.model('Campaign', campaignSchema),
  links: connection.model('Link', linkSchema),
  clicks: connection.model('Click', clickSchema),
  conversions: connection.model('Conversion', conversionSchema),
  capCounts: connection.model('CapCount', capCountSchema),
  tierSchemes: connection.model('TierScheme', tierSchemeSchema),
  tierMoves: connection.model('TierMove', tierMoveSchema),
  integrations: connection.model('Integration', integrationSchema),
  secrets: connection.model('TrackingSecret', secretSchema),
  pendingShopEvents: connection.model('PendingShopEvent', pendingShopEventSchema),
});
export type Models = ReturnType<typeof openModels>;
export type Session = mongoose.mongo.ClientSession;
