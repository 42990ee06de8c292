import mongoose from 'mongoose';
import { type Application } from '../domain/application.ts';
import { type Campaign } from '../domain/campaign.ts';
import { type Invitation } from '../domain/invitation.ts';
import { type Link } from '../domain/link.ts';
import { type TrackingNumber } from '../domain/tracking-number.ts';
import { type UserCopy } from '../domain/user.ts';
import { creativeFileSchema, creativeSchema } from './creative-models.ts';
import { productSchema } from './product-models.ts';
import { date, flag, group, optionalDate, optionalText, type Row, settings, text } from './rows.ts';

/** An application; the unique index on open applications allows one per campaign and affiliate. */
export interface ApplicationRow extends Row<Application> {
  readonly open: boolean;
  /** Written by transactions that require the membership, so that its end conflicts with them. */
  readonly holds?: number;
}

/** An invitation; `invitee` is the affiliate's id or the e-mail address. */
export interface InvitationRow extends Row<Invitation> {
  readonly invitee: string;
}

export type UserRow = Row<UserCopy>;

/** Running totals of an affiliate (`affiliate:<id>`) or a campaign (`campaign:<id>`). */
export interface FigureRow {
  readonly _id: string;
  /** Commissions less refunds, minor units by currency. */
  readonly commissionMinor?: Readonly<Record<string, number>>;
  /** Without rejected and reversed ones. */
  readonly conversions?: number;
  readonly uniqueClicks?: number;
  /** For affiliates: whether the commission tier includes exclusive campaigns. */
  readonly opensExclusive?: boolean;
}

/** Shard key: `_id`, hashed. Never deleted, because commissions refer to them. */
const campaignSchema = new mongoose.Schema<Row<Campaign>>(
  {
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
    isExclusive: { type: Boolean, default: false },
    startsAt: optionalDate,
    endsAt: optionalDate,
    createdAt: date,
    updatedAt: date,
  },
  settings,
)
  .index({ brandId: 1, createdAt: -1, _id: -1 })
  .index({ brandId: 1, status: 1, createdAt: -1, _id: -1 })
  .index({ status: 1, createdAt: -1, _id: -1 })
  .index({ status: 1, startsAt: 1 })
  .index({ status: 1, endsAt: 1 });

/** Shard key: `campaignId`, hashed; the unique index is within it. Kept with the campaign. */
const applicationSchema = new mongoose.Schema<ApplicationRow>(
  {
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
    failedCriteria: [String],
    createdAt: date,
    reviewedAt: optionalDate,
    endedBy: String,
  },
  settings,
)
  .index(
    { campaignId: 1, affiliateId: 1 },
    { unique: true, partialFilterExpression: { open: true } },
  )
  .index({ affiliateId: 1, createdAt: -1, _id: -1 })
  .index({ brandId: 1, createdAt: -1, _id: -1 })
  .index({ brandId: 1, status: 1, createdAt: -1, _id: -1 })
  .index({ campaignId: 1, createdAt: -1, _id: -1 });

/** Shard key: `campaignId`, hashed. Kept with the campaign. */
const invitationSchema = new mongoose.Schema<InvitationRow>(
  {
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
    createdAt: date,
  },
  settings,
)
  .index({ campaignId: 1, invitee: 1 }, { unique: true })
  .index({ invitee: 1, createdAt: -1 })
  .index({ campaignId: 1, createdAt: -1, _id: -1 });

/** Shard key: `trackingCode`, hashed, because every redirect finds links by it. Kept with the campaign. */
const linkSchema = new mongoose.Schema<Row<Link>>(
  {
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
  settings,
)
  .index({ trackingCode: 1 }, { unique: true })
  .index({ affiliateId: 1, createdAt: -1, _id: -1 })
  .index({ affiliateId: 1, campaignId: 1, createdAt: -1, _id: -1 })
  .index({ campaignId: 1, trackingNumber: 1, createdAt: 1 });

/** `_id` is the number, so each is used once. */
export type TrackingNumberRow = Omit<TrackingNumber, 'number'> & { readonly _id: string };

/** Shard key: `_id`, hashed: unique over all brands. Kept until the brand removes it. */
const trackingNumberSchema = new mongoose.Schema<TrackingNumberRow>(
  { _id: text, brandId: text, campaignId: text, linkId: optionalText, createdAt: date },
  settings,
)
  .index({ campaignId: 1, createdAt: -1, _id: -1 })
  .index({ campaignId: 1, linkId: 1 });

/** Shard key: `_id`, hashed. Kept until identity publishes that the account is erased. */
const userSchema = new mongoose.Schema<UserRow>(
  {
    _id: text,
    role: text,
    status: text,
    email: text,
    name: text,
    company: optionalText,
    country: optionalText,
    marketingChannels: { type: [String], default: null },
  },
  settings,
)
  .index({ email: 1 })
  .index({ role: 1, name: 1, _id: 1 })
  .index({ role: 1, country: 1, name: 1, _id: 1 });

/** Shard key: `_id`, hashed. One row per affiliate and per campaign, kept as long as these. */
const figureSchema = new mongoose.Schema<FigureRow>(
  {
    _id: text,
    commissionMinor: mongoose.Schema.Types.Mixed,
    conversions: Number,
    uniqueClicks: Number,
    opensExclusive: Boolean,
  },
  settings,
);

export const openModels = (connection: mongoose.Connection) => ({
  campaigns: connection.model('Campaign', campaignSchema, 'campaigns'),
  applications: connection.model('Application', applicationSchema, 'applications'),
  invitations: connection.model('Invitation', invitationSchema, 'invitations'),
  links: connection.model('Link', linkSchema, 'links'),
  trackingNumbers: connection.model('TrackingNumber', trackingNumberSchema, 'tracking_numbers'),
  users: connection.model('User', userSchema, 'users'),
  figures: connection.model('Figure', figureSchema, 'figures'),
  creatives: connection.model('Creative', creativeSchema, 'creatives'),
  creativeFiles: connection.model('CreativeFile', creativeFileSchema, 'creative_files'),
  products: connection.model('Product', productSchema, 'products'),
});
export type Models = ReturnType<typeof openModels>;
