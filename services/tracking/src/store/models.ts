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

/** The longest look-back (365 days) and a month for inquiries. */
const CLICK_RETENTION_DAYS = 396;
const PENDING_SHOP_EVENT_DAYS = 7;

const options = { versionKey: false, minimize: false, autoIndex: false } as const;
const mixed = Schema.Types.Mixed;

/** The copy of a campaign. */
export interface CampaignDocument {
  _id: string;
  updatedAt: Date;
  snapshot: CampaignSnapshot;
}

/** The copy of a link. */
export interface LinkDocument {
  _id: string;
  trackingCode: string;
  trackingNumber: string | null;
  brandId: string;
  affiliateId: string;
  createdAt: Date;
  /** The time of the copied state. */
  asOf: Date;
  snapshot: LinkSnapshot;
}

/** A projected click. Address and user agent are deleted after `privateUntil`. */
export interface ClickDocument extends Omit<
  ClickRow,
  'clickId' | 'occurredAt' | 'ip' | 'userAgent'
> {
  _id: string;
  occurredAt: Date;
  ip?: string;
  userAgent?: string;
  /** A person's click, the first of the day or a repeated one. */
  countable: boolean;
  privateUntil?: Date;
}

/** A conversion. Customer id, address and user agent are deleted after `privateUntil`. */
export interface ConversionDocument extends Omit<Conversion, 'id'> {
  _id: string;
  /** The value in major units, for filters over several currencies only. */
  orderValue: number;
  /** The count against a campaign's money limits, minor units, for sums over many conversions. */
  expectedMinor: number;
  privateUntil?: Date;
}

/** The counts against a campaign's caps and budget; `_id` is the campaign. */
export interface CapCountDocument {
  _id: string;
  /** Incremented by each transaction that changes the counts, as a lock. */
  version: number;
  counts: Counts;
}

/** The newest versions of tiers (of the platform or a campaign), or of an affiliate's level in them. */
export interface NewestDocument<Version> {
  _id: string;
  newest: Version[];
}

/** A shop that a brand has connected. */
export interface IntegrationDocument {
  _id: string;
  brandId: string;
  campaignId: string;
  platform: IntegrationPlatform;
  shopUrl: string;
  /** The platform's signing secret, encrypted. */
  sealedSecret: string;
  /** Encrypted JSON (ShopAccess); null where missed orders cannot be fetched. */
  sealedAccess: string | null;
  lastError: { code: string; message: string; at: Date } | null;
  lastMessageAt: Date | null;
  /** All orders up to this time are known. */
  syncedUntil: Date;
  /** The last attempt to sync, successful or not. */
  syncTriedAt: Date;
  createdAt: Date;
}

/** The events of a shop that preceded their order. */
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
  /** The secret, encrypted. */
  sealed: string;
  /** The last characters, to distinguish two secrets. */
  hint: string;
  /** 0 or 1: two secrets may overlap; the unique index guards the slots against races. */
  slot: number;
  createdAt: Date;
}

// Shard key { _id: 'hashed' }. Never deleted: there are few, and they explain the terms of old conversions.
const campaignSchema = new Schema<CampaignDocument>(
  { _id: String, updatedAt: Date, snapshot: mixed },
  { ...options, collection: 'campaigns' },
);

// Shard key { trackingCode: 'hashed' }; unsharded until there are millions. Never deleted.
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

// Shard key { _id: 'hashed' }: clicks are read by id, and writes are distributed. Retention: see above.
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

// Shard key { brandId: 1 }: both deduplication keys begin with it, which a unique index needs. Never
// deleted: conversions explain commissions.
/** All types except sales, which nearly all conversions are. */
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
// The deduplication keys of an order.
conversionSchema.index({ brandId: 1, orderId: 1 }, { unique: true });
conversionSchema.index(
  { brandId: 1, transactionId: 1 },
  { unique: true, partialFilterExpression: { transactionId: { $type: 'string' } } },
);
// Erasure of a customer, and detection of new customers.
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
// Rare or old conversions: without these indexes a query would read all newer ones.
conversionSchema.index({ brandId: 1, campaignId: 1, status: 1, createdAt: -1, _id: -1 });
conversionSchema.index({ affiliateIds: 1, status: 1, createdAt: -1, _id: -1 });
conversionSchema.index({ brandId: 1, convertedAt: 1 });
conversionSchema.index({ brandId: 1, orderValue: 1 });
// Partial indexes for rare conversions.
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

// Shard key { _id: 'hashed' }. Retention: platforms repeat failed webhooks for two days.
const pendingShopEventSchema = new Schema<PendingShopEventDocument>(
  { _id: String, refunds: mixed, isCancelled: Boolean, at: Date },
  { ...options, collection: 'early_store_words' },
);
pendingShopEventSchema.index(
  { at: 1 },
  { expireAfterSeconds: PENDING_SHOP_EVENT_DAYS * DAY_SECONDS },
);

// Shard key { _id: 'hashed' }. A row for each campaign with limits.
const capCountSchema = new Schema<CapCountDocument>(
  { _id: String, version: Number, counts: mixed },
  { ...options, collection: 'cap_counts' },
);

// Shard key { _id: 'hashed' }. Never deleted: a row for each scheme, and for each affiliate's level in one.
const newestSchema = <Version>(collection: string) =>
  new Schema<NewestDocument<Version>>({ _id: String, newest: mixed }, { ...options, collection });
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
