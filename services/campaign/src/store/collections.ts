import {
  type CollectionsOf,
  defineCollection,
  type DocumentOf,
  ERASED_NAME,
  field,
  erasures,
} from '@tributary/mongo';
import mongoose from 'mongoose';
import { type Application } from '../domain/application.ts';
import { type Campaign } from '../domain/campaign.ts';
import { type Coupon } from '../domain/coupon.ts';
import { type Creative } from '../domain/creative.ts';
import { type Invitation } from '../domain/invitation.ts';
import { type Link } from '../domain/link.ts';
import { type Product } from '../domain/product.ts';
import { type TrackingNumber } from '../domain/tracking-number.ts';
import { type UserCopy } from '../domain/user.ts';
import { accountChecks } from './account-checks.ts';

export type CampaignDocument = DocumentOf<Campaign> & {
  /** Written by transactions that require the draft, so that its start conflicts with them. */
  readonly holds?: number;
};
/** Documents of earlier releases lack `emailVerified`. */
export type UserDocument = Omit<DocumentOf<UserCopy>, 'emailVerified'> &
  Partial<Pick<UserCopy, 'emailVerified'>>;

/** An application; the unique index on open applications allows one per campaign and affiliate. */
export interface ApplicationDocument extends DocumentOf<Application> {
  readonly open: boolean;
  /** Written by transactions that require the membership, so that its end conflicts with them. */
  readonly holds?: number;
}

/** An invitation; `invitee` is the affiliate's id or the e-mail address. */
export interface InvitationDocument extends DocumentOf<Invitation> {
  readonly invitee: string;
}

/** `_id` is the number, so each is used once. */
export type TrackingNumberDocument = Omit<TrackingNumber, 'number'> & { readonly _id: string };

/** Running totals of an affiliate (`affiliate:<id>`) or a campaign (`campaign:<id>`). */
export interface FiguresDocument {
  readonly _id: string;
  /** Commissions less refunds, minor units by currency. */
  readonly commissionMinor?: Readonly<Record<string, number>>;
  /** Without rejected and reversed ones. */
  readonly conversions?: number;
  readonly uniqueClicks?: number;
  /** For affiliates: whether the commission tier includes exclusive campaigns. */
  readonly opensExclusive?: boolean;
}

/** A text of a brand's coupon codes; `_id` is the brand and the text. */
export interface CouponTextDocument {
  readonly _id: string;
  /** Incremented by each transaction that changes when its codes are valid, as a lock. */
  readonly changes: number;
}

/** The bytes of a creative. */
export interface CreativeFileDocument {
  readonly _id: string;
  readonly bytes: Buffer;
}

const { text, optionalText, number, date, optionalDate, flag, group, texts } = field;

const campaigns = defineCollection<CampaignDocument>({
  name: 'campaigns',
  shardKey: { _id: 'hashed' },
  // Commissions refer to them.
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['brandName'],
      by: ['brandId'],
      erased: { blanked: { brandName: ERASED_NAME } },
    },
  ],
  exports: {
    by: ['brandId'],
    fields: [
      'name',
      'description',
      'type',
      'status',
      'landingPageUrl',
      'commission',
      'caps',
      'budget',
      'approval',
      'targeting',
      'startsAt',
      'endsAt',
      'createdAt',
    ],
  },
  fields: {
    _id: text,
    brandId: text,
    brandName: text,
    name: text,
    description: { type: String, default: '' },
    type: text,
    status: text,
    landingPageUrl: text,
    commission: group,
    caps: group,
    budget: group,
    approval: group,
    targeting: group,
    call: { type: mongoose.Schema.Types.Mixed, default: null },
    attribution: group,
    pixelEnabled: flag,
    ...{ isExclusive: { type: Boolean, default: false }, isBrandSuspended: Boolean },
    holds: Number,
    consentDefault: { type: String, default: 'granted' },
    holdoutPercent: { type: Number, default: 0 },
    startsAt: optionalDate,
    endsAt: optionalDate,
    createdAt: date,
    updatedAt: date,
  },
  indexes: [
    { key: { brandId: 1, createdAt: -1, _id: -1 } },
    { key: { brandId: 1, status: 1, createdAt: -1, _id: -1 } },
    { key: { status: 1, createdAt: -1, _id: -1 } },
    { key: { status: 1, startsAt: 1 } },
    { key: { status: 1, endsAt: 1 } },
  ],
});

const applications = defineCollection<ApplicationDocument>({
  name: 'applications',
  shardKey: { campaignId: 'hashed' },
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['message', 'notes'],
      by: ['affiliateId', 'brandId'],
      erased: { blanked: { message: null, notes: null } },
    },
  ],
  exports: {
    by: ['affiliateId'],
    fields: ['campaignId', 'campaignName', 'status', 'message', 'createdAt', 'reviewedAt'],
  },
  fields: {
    _id: text,
    campaignId: text,
    campaignName: text,
    brandId: text,
    affiliateId: text,
    status: text,
    open: flag,
    holds: Number,
    message: optionalText,
    notes: optionalText,
    failedCriteria: texts,
    createdAt: date,
    reviewedAt: optionalDate,
    endedBy: String,
  },
  indexes: [
    {
      key: { campaignId: 1, affiliateId: 1 },
      unique: true,
      partialFilterExpression: { open: true },
    },
    { key: { affiliateId: 1, createdAt: -1, _id: -1 } },
    { key: { brandId: 1, createdAt: -1, _id: -1 } },
    { key: { brandId: 1, status: 1, createdAt: -1, _id: -1 } },
    { key: { campaignId: 1, createdAt: -1, _id: -1 } },
  ],
});

const invitations = defineCollection<InvitationDocument>({
  name: 'invitations',
  shardKey: { campaignId: 'hashed' },
  retention: { until: 'the brand withdraws the invitation or removes the member' },
  personal: [
    {
      of: 'account',
      fields: ['email', 'invitee', 'message', 'secret'],
      by: ['brandId', 'invitee', 'acceptedBy'],
      byAddress: { field: 'invitee', madeAt: 'createdAt' },
      erased: 'deleted',
    },
  ],
  fields: {
    _id: text,
    campaignId: text,
    brandId: text,
    affiliateId: optionalText,
    email: optionalText,
    invitee: text,
    message: optionalText,
    secret: optionalText,
    expiresAt: optionalDate,
    acceptedBy: optionalText,
    waitsForStart: Boolean,
    createdAt: date,
  },
  indexes: [
    { key: { campaignId: 1, invitee: 1 }, unique: true },
    { key: { campaignId: 1, _id: 1 }, partialFilterExpression: { waitsForStart: true } },
    { key: { invitee: 1, createdAt: -1 } },
    { key: { brandId: 1 } },
    { key: { acceptedBy: 1 }, partialFilterExpression: { acceptedBy: { $type: 'string' } } },
    { key: { campaignId: 1, createdAt: -1, _id: -1 } },
  ],
});

const links = defineCollection<DocumentOf<Link>>({
  name: 'links',
  // Every redirect finds its link by the code.
  shardKey: { trackingCode: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  exports: {
    by: ['affiliateId'],
    fields: [
      'trackingCode',
      'campaignId',
      'destinationUrl',
      'utm',
      'subIds',
      'active',
      'createdAt',
    ],
  },
  fields: {
    _id: text,
    trackingCode: text,
    campaignId: text,
    brandId: text,
    affiliateId: text,
    destinationPath: optionalText,
    destinationUrl: text,
    utm: group,
    subIds: group,
    active: flag,
    trackingNumber: optionalText,
    createdAt: date,
  },
  indexes: [
    { key: { trackingCode: 1 }, unique: true },
    { key: { affiliateId: 1, createdAt: -1, _id: -1 } },
    { key: { affiliateId: 1, campaignId: 1, createdAt: -1, _id: -1 } },
    { key: { campaignId: 1, trackingNumber: 1, createdAt: 1 } },
  ],
});

const coupons = defineCollection<DocumentOf<Coupon>>({
  name: 'coupons',
  // Orders name a brand's codes.
  shardKey: { brandId: 'hashed' },
  retention: { until: 'the brand deletes the code, which no order has named' },
  personal: 'none',
  exports: {
    by: ['affiliateId'],
    fields: ['code', 'campaignId', 'startsAt', 'endsAt', 'deactivatedAt', 'createdAt'],
  },
  fields: {
    _id: text,
    brandId: text,
    campaignId: text,
    affiliateId: text,
    code: text,
    key: text,
    startsAt: date,
    endsAt: optionalDate,
    deactivatedAt: optionalDate,
    lastUsedAt: optionalDate,
    createdAt: date,
    updatedAt: date,
  },
  indexes: [
    { key: { brandId: 1, key: 1, startsAt: -1, _id: -1 } },
    { key: { brandId: 1, createdAt: -1, _id: -1 } },
    { key: { campaignId: 1, createdAt: -1, _id: -1 } },
    { key: { affiliateId: 1, campaignId: 1, createdAt: -1, _id: -1 } },
    { key: { affiliateId: 1, createdAt: -1, _id: -1 } },
  ],
});

const couponTexts = defineCollection<CouponTextDocument>({
  name: 'coupon_texts',
  shardKey: { _id: 'hashed' },
  // There is one for each text that a brand has used.
  retention: 'permanent',
  personal: 'none',
  fields: { _id: text, changes: number },
});

const trackingNumbers = defineCollection<TrackingNumberDocument>({
  name: 'tracking_numbers',
  shardKey: { _id: 'hashed' },
  retention: { until: 'the brand removes the number' },
  personal: 'none',
  fields: { _id: text, brandId: text, campaignId: text, linkId: optionalText, createdAt: date },
  indexes: [
    { key: { campaignId: 1, createdAt: -1, _id: -1 } },
    { key: { campaignId: 1, linkId: 1 } },
  ],
});

const users = defineCollection<UserDocument>({
  name: 'users',
  shardKey: { _id: 'hashed' },
  retention: { until: 'identity publishes that the account is erased' },
  personal: [
    {
      of: 'account',
      fields: ['email', 'name', 'company', 'country', 'marketingChannels'],
      by: ['_id'],
      erased: 'deleted',
    },
  ],
  fields: {
    _id: text,
    role: text,
    status: text,
    email: text,
    emailVerified: { type: Boolean, default: false },
    name: text,
    company: optionalText,
    country: optionalText,
    marketingChannels: { type: [String], default: null },
  },
  indexes: [
    { key: { email: 1 } },
    { key: { role: 1, name: 1, _id: 1 } },
    { key: { role: 1, country: 1, name: 1, _id: 1 } },
  ],
});

const figures = defineCollection<FiguresDocument>({
  name: 'figures',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  fields: {
    _id: text,
    commissionMinor: mongoose.Schema.Types.Mixed,
    conversions: Number,
    uniqueClicks: Number,
    opensExclusive: Boolean,
  },
});

const creatives = defineCollection<DocumentOf<Creative>>({
  name: 'creatives',
  shardKey: { campaignId: 'hashed' },
  retention: { until: 'the brand removes the creative' },
  personal: 'none',
  fields: {
    _id: text,
    campaignId: text,
    brandId: text,
    name: text,
    kind: text,
    format: text,
    sizeBytes: number,
    width: { type: Number, default: null },
    height: { type: Number, default: null },
    digest: text,
    createdAt: date,
  },
  indexes: [{ key: { campaignId: 1, createdAt: -1, _id: -1 } }],
});

const creativeFiles = defineCollection<CreativeFileDocument>({
  name: 'creative_files',
  shardKey: { _id: 'hashed' },
  retention: { until: 'the brand removes the creative' },
  personal: 'none',
  fields: { _id: text, bytes: { type: Buffer, required: true } },
});

const products = defineCollection<DocumentOf<Product>>({
  name: 'products',
  shardKey: { brandId: 'hashed' },
  retention: { until: 'the brand removes the product' },
  personal: 'none',
  exports: {
    by: ['brandId'],
    fields: ['sku', 'name', 'priceMinor', 'currency', 'category', 'url', 'createdAt'],
  },
  fields: {
    _id: text,
    brandId: text,
    sku: text,
    name: text,
    priceMinor: number,
    currency: text,
    category: optionalText,
    url: optionalText,
    createdAt: date,
    updatedAt: date,
  },
  indexes: [
    { key: { brandId: 1, sku: 1 }, unique: true },
    { key: { brandId: 1, createdAt: -1, _id: -1 } },
  ],
});

export const collections = {
  campaigns,
  accountChecks,
  applications,
  invitations,
  links,
  coupons,
  couponTexts,
  trackingNumbers,
  users,
  figures,
  creatives,
  creativeFiles,
  products,
  erasures,
};
export type Collections = CollectionsOf<typeof collections>;
