import {
  type CampaignSnapshot,
  type ClickRow,
  type ConsentRecord,
  type CouponSnapshot,
  conversionTypes,
  type IntegrationPlatform,
  type LinkSnapshot,
} from '@tributary/contracts';
import {
  type CollectionsOf,
  defineCollection,
  type DocumentOf,
  ERASED_NAME,
  field,
  suspensions,
  erasures,
} from '@tributary/mongo';
import { DAY_SECONDS } from '@tributary/units';
import mongoose from 'mongoose';
import { type Counts } from '../domain/caps.ts';
import { type Conversion } from '../domain/conversion.ts';
import { type ShopRefund } from '../domain/shop-order.ts';
import { type TierMove, type TierVersion } from '../domain/tiers.ts';
import { claims, claimSettings } from './claim-collection.ts';
import { clickIndexes, formerClickIndexes } from './click-indexes.ts';
import { type CustomerBindingDocument } from './customer-binding-document.ts';
import { type CustomerErasureDocument } from './customer-erasure-document.ts';
import { trackingAlarms } from './tracking-alarm-collection.ts';

/** The longest look-back (365 days) and a month for inquiries. */
const CLICK_RETENTION_DAYS = 396;
/** Platforms repeat failed webhooks for two days. */
const PENDING_SHOP_EVENT_DAYS = 7;
/** All types except sales, which nearly all conversions are. */
const RARE_TYPES = conversionTypes.filter((type) => type !== 'sale');

/** The copy of a campaign. */
export interface CampaignDocument {
  readonly _id: string;
  readonly updatedAt: Date;
  readonly snapshot: CampaignSnapshot;
}

/** The copy of a link. */
export interface LinkDocument {
  readonly _id: string;
  readonly trackingCode: string;
  readonly trackingNumber: string | null;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly createdAt: Date;
  /** The time of the copied state. */
  readonly asOf: Date;
  readonly snapshot: LinkSnapshot;
}

/** The copy of a coupon code. */
export interface CouponDocument {
  readonly _id: string;
  readonly brandId: string;
  /** The text by which codes are compared. */
  readonly key: string;
  readonly startsAt: Date;
  readonly updatedAt: Date;
  readonly snapshot: CouponSnapshot;
}

/**
 * A projected click. What is null, empty or derived from other fields is left out. Address and user agent are
 * deleted after 90 days.
 */
export interface ClickDocument
  extends
    Pick<
      ClickRow,
      | 'linkId'
      | 'trackingCode'
      | 'campaignId'
      | 'brandId'
      | 'affiliateId'
      | 'visitorId'
      | 'device'
      | 'validity'
    >,
    Partial<
      Pick<
        ClickRow,
        | 'ip'
        | 'userAgent'
        | 'referrer'
        | 'subIds'
        | 'browser'
        | 'os'
        | 'country'
        | 'region'
        | 'city'
        // Documents of earlier versions have it instead of `navigated`.
        | 'fetchMetadata'
      >
    > {
  readonly _id: string;
  readonly occurredAt: Date;
  readonly utm?: Partial<ClickRow['utm']>;
  /** A person's click, the first of the day or a repeated one. */
  readonly countable: boolean;
  /** Whether the click opened a page; absent where the browser did not state it. */
  readonly navigated?: boolean;
  /** A pseudonym of address and user agent, where the campaign used fingerprints. */
  readonly fingerprint?: string;
  readonly consent?: ConsentRecord | undefined;
}

/** How far a task has come through a collection in the order of time; `_id` is the task. */
export interface ProgressDocument {
  readonly _id: string;
  readonly until: Date;
}

/** A conversion. Customer id, address and user agent are deleted after `privateUntil`. */
export interface ConversionDocument extends Omit<DocumentOf<Conversion>, 'unpayableReason'> {
  /** By its present or an earlier name. */
  readonly unpayableReason: string | null;
  /** What intake found wrong with the click; in documents of earlier versions. */
  readonly flags?: readonly string[];
  /** The value in major units, for filters over several currencies only. */
  readonly orderValue: number;
  /** The count against a campaign's money limits, minor units, for sums over many conversions. */
  readonly expectedMinor: number;
  readonly privateUntil?: Date;
  /** Set where the customer's data was erased; absent again where another report replaces the order. */
  readonly customerErased?: boolean;
}

/** The counts against a campaign's caps and budget; `_id` is the campaign. */
export interface CapCountDocument {
  readonly _id: string;
  /** Incremented by each transaction that changes the counts, as a lock. */
  readonly version: number;
  readonly counts: Counts;
}

/** The newest versions of tiers (of the platform or a campaign), or of an affiliate's level in them. */
export interface NewestDocument<Version> {
  readonly _id: string;
  readonly newest: Version[];
}

/** A shop that a brand has connected. */
export interface IntegrationDocument {
  readonly _id: string;
  readonly brandId: string;
  readonly campaignId: string;
  readonly platform: IntegrationPlatform;
  readonly shopUrl: string;
  /** The platform's signing secret, encrypted. */
  readonly sealedSecret: string;
  /** Encrypted JSON (ShopAccess); null where missed orders cannot be fetched. */
  readonly sealedAccess: string | null;
  readonly lastError: Readonly<{ code: string; message: string; at: Date }> | null;
  readonly lastMessageAt: Date | null;
  /** All orders up to this time are known. */
  readonly syncedUntil: Date;
  /** The last attempt to sync, successful or not. */
  readonly syncTriedAt: Date;
  readonly createdAt: Date;
}

/** The events of a shop that preceded their order. */
export interface PendingShopEventDocument {
  /** Brand and order. */
  readonly _id: string;
  readonly refunds: ShopRefund[];
  readonly isCancelled: boolean;
  /** By which refunds and disputes name the order. */
  readonly transactionId?: string;
  readonly at: Date;
}

export interface TrackingSecretDocument {
  readonly _id: string;
  readonly brandId: string;
  readonly name: string | null;
  /** The secret, encrypted. */
  readonly sealed: string;
  /** The last characters, to distinguish two secrets. */
  readonly hint: string;
  /** 0 or 1: two secrets may overlap; the unique index guards the slots against races. */
  readonly slot: number;
  readonly createdAt: Date;
}

const { text, optionalText, number, date, optionalDate, group } = field;

const campaigns = defineCollection<CampaignDocument>({
  name: 'campaigns',
  shardKey: { _id: 'hashed' },
  // There are few, and they explain the terms of old conversions.
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['snapshot.brandName'],
      by: ['snapshot.brandId'],
      erased: { blanked: { 'snapshot.brandName': ERASED_NAME } },
    },
  ],
  fields: { _id: text, updatedAt: date, snapshot: group },
  indexes: [{ key: { 'snapshot.brandId': 1 } }],
});

const links = defineCollection<LinkDocument>({
  name: 'links',
  shardKey: { trackingCode: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  fields: {
    _id: text,
    trackingCode: text,
    trackingNumber: optionalText,
    brandId: text,
    affiliateId: text,
    createdAt: date,
    asOf: date,
    snapshot: group,
  },
  indexes: [
    { key: { trackingCode: 1 }, unique: true },
    { key: { brandId: 1, affiliateId: 1, createdAt: -1 } },
    {
      key: { trackingNumber: 1 },
      partialFilterExpression: { trackingNumber: { $type: 'string' } },
    },
  ],
});

const coupons = defineCollection<CouponDocument>({
  name: 'coupons',
  // Orders name a brand's codes.
  shardKey: { brandId: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  fields: { _id: text, brandId: text, key: text, startsAt: date, updatedAt: date, snapshot: group },
  indexes: [{ key: { brandId: 1, key: 1, startsAt: -1, _id: -1 } }],
});

const clicks = defineCollection<ClickDocument>({
  name: 'clicks',
  // A busy link is spread by the ids of its clicks.
  shardKey: { linkId: 1, _id: 'hashed' },
  retention: { field: 'occurredAt', seconds: CLICK_RETENTION_DAYS * DAY_SECONDS },
  personal: [
    {
      of: 'visitor',
      fields: ['visitorId', 'ip', 'userAgent', 'fingerprint', 'consent'],
      erased: {
        own: 'blanked with their orders, or by their id; address and user agent go after 90 days, the click after 396 days',
      },
    },
  ],
  indexes: clickIndexes,
  formerIndexes: formerClickIndexes,
});

const progress = defineCollection<ProgressDocument>({
  name: 'progress',
  shardKey: { unsharded: 'one document a task' },
  retention: 'permanent',
  personal: 'none',
});

/** The index by which the orders of a brand are listed and counted by day. */
export const NEWEST_OF_BRAND = 'newest_of_brand';

const conversions = defineCollection<ConversionDocument>({
  name: 'conversions',
  formerIndexes: ['brandId_1_createdAt_-1__id_-1'],
  // Both deduplication keys begin with it, which a unique index needs.
  shardKey: { brandId: 'hashed' },
  // Conversions explain commissions.
  retention: 'permanent',
  personal: [
    {
      of: 'customer',
      fields: ['customerId', 'customerEmailHash', 'ip', 'userAgent', 'metadataText', 'consent'],
      erased: {
        own: 'blanked by e-mail address, customer id or click; customer id, address and user agent go at `privateUntil`',
      },
    },
  ],
  indexes: [
    // The deduplication keys of an order.
    { key: { brandId: 1, orderId: 1 }, unique: true },
    {
      key: { brandId: 1, transactionId: 1 },
      unique: true,
      partialFilterExpression: { transactionId: { $type: 'string' } },
    },
    // Erasure of a customer, and detection of new customers.
    {
      key: { customerEmailHash: 1, brandId: 1 },
      partialFilterExpression: { customerEmailHash: { $type: 'string' } },
    },
    {
      key: { customerId: 1, brandId: 1 },
      partialFilterExpression: { customerId: { $type: 'string' } },
    },
    // Whether a click led to an order.
    { key: { clickId: 1 } },
    // Erasure by a click that a coupon code left no credit.
    {
      key: { 'coupon.click.clickId': 1 },
      partialFilterExpression: { 'coupon.click.clickId': { $type: 'string' } },
    },
    // Refunds name an order only.
    { key: { orderId: 1 } },
    // The lists, newest first; the first one has all that the state of the tracking counts, so that no order is read for it.
    {
      key: {
        ...{ brandId: 1, createdAt: -1, _id: -1 },
        ...{ campaignId: 1, clickId: 1, 'clickTraits.browser': 1, clickedAt: 1, convertedAt: 1 },
      },
      name: NEWEST_OF_BRAND,
    },
    { key: { brandId: 1, status: 1, createdAt: -1, _id: -1 } },
    { key: { brandId: 1, campaignId: 1, createdAt: -1, _id: -1 } },
    { key: { affiliateIds: 1, createdAt: -1, _id: -1 } },
    // Rare or old conversions: without these indexes a query would read all newer ones.
    { key: { brandId: 1, campaignId: 1, status: 1, createdAt: -1, _id: -1 } },
    { key: { affiliateIds: 1, status: 1, createdAt: -1, _id: -1 } },
    { key: { brandId: 1, convertedAt: 1 } },
    { key: { brandId: 1, orderValue: 1 } },
    {
      key: { brandId: 1, requiresReview: 1, createdAt: -1, _id: -1 },
      partialFilterExpression: { requiresReview: true },
    },
    {
      key: { brandId: 1, type: 1, createdAt: -1, _id: -1 },
      partialFilterExpression: { type: { $in: RARE_TYPES } },
    },
    { key: { privateUntil: 1 }, partialFilterExpression: { privateUntil: { $type: 'date' } } },
  ],
});

const capCounts = defineCollection<CapCountDocument>({
  name: 'cap_counts',
  shardKey: { _id: 'hashed' },
  retention: { until: 'the campaign has no limits' },
  personal: 'none',
  fields: { _id: text, version: number, counts: group },
});

const tierSchemes = defineCollection<NewestDocument<TierVersion>>({
  name: 'tier_schemes',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  fields: { _id: text, newest: group },
});

const tierMoves = defineCollection<NewestDocument<TierMove>>({
  name: 'tier_moves',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  fields: { _id: text, newest: group },
});

const integrations = defineCollection<IntegrationDocument>({
  name: 'integrations',
  shardKey: { unsharded: 'a brand has at most 20' },
  retention: { until: 'the brand disconnects the shop' },
  personal: [
    {
      of: 'account',
      fields: ['shopUrl', 'sealedSecret', 'sealedAccess'],
      by: ['brandId'],
      erased: 'deleted',
    },
  ],
  exports: { by: ['brandId'], fields: ['platform', 'shopUrl', 'createdAt'] },
  fields: {
    _id: text,
    brandId: text,
    campaignId: text,
    platform: text,
    shopUrl: text,
    sealedSecret: text,
    sealedAccess: optionalText,
    lastError: { type: mongoose.Schema.Types.Mixed, default: null },
    lastMessageAt: optionalDate,
    syncedUntil: date,
    syncTriedAt: date,
    createdAt: date,
  },
  indexes: [
    { key: { brandId: 1, shopUrl: 1 }, unique: true },
    { key: { brandId: 1, createdAt: -1, _id: -1 } },
    {
      key: { syncTriedAt: 1 },
      partialFilterExpression: { sealedAccess: { $type: 'string' } },
    },
  ],
});

const pendingShopEvents = defineCollection<PendingShopEventDocument>({
  name: 'early_store_words',
  shardKey: { _id: 'hashed' },
  retention: { field: 'at', seconds: PENDING_SHOP_EVENT_DAYS * DAY_SECONDS },
  personal: 'none',
});

const customerBindings = defineCollection<CustomerBindingDocument>({
  name: 'customer_bindings',
  shardKey: { _id: 'hashed' },
  // A subscription is renewed for years.
  retention: 'permanent',
  personal: 'none',
  fields: { _id: text, brandId: text, affiliateId: text, campaignId: text, createdAt: date },
});

const secrets = defineCollection<TrackingSecretDocument>({
  name: 'tracking_secrets',
  shardKey: { unsharded: 'a brand has at most two' },
  retention: { until: 'the brand removes the secret' },
  personal: [{ of: 'account', fields: ['name', 'sealed'], by: ['brandId'], erased: 'deleted' }],
  fields: {
    _id: text,
    brandId: text,
    name: optionalText,
    sealed: text,
    hint: text,
    slot: number,
    createdAt: date,
  },
  indexes: [{ key: { brandId: 1, slot: 1 }, unique: true }, { key: { createdAt: -1 } }],
});

const customerErasures = defineCollection<CustomerErasureDocument>({
  name: 'customer_erasures',
  shardKey: { _id: 'hashed' },
  // Proof of the erasure.
  retention: 'permanent',
  personal: [
    {
      of: 'customer',
      fields: ['search', 'remembered'],
      erased: { own: 'removed when the erasure that needs it is done here' },
    },
  ],
  indexes: [
    { key: { dueAt: 1 }, name: 'due', partialFilterExpression: { dueAt: { $type: 'date' } } },
    { key: { brandId: 1, requestedAt: -1, _id: -1 } },
    { key: { requestedAt: -1, _id: -1 } },
  ],
});

export const collections = {
  campaigns,
  links,
  coupons,
  clicks,
  progress,
  conversions,
  capCounts,
  tierSchemes,
  tierMoves,
  integrations,
  pendingShopEvents,
  customerBindings,
  secrets,
  suspensions,
  erasures,
  customerErasures,
  trackingAlarms,
  claims,
  claimSettings,
};
export type Collections = CollectionsOf<typeof collections>;
