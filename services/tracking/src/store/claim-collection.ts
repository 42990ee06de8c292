import { defineCollection, type DocumentOf } from '@tributary/mongo';
import { type Claim } from '../domain/claim.ts';

/** A claim to a missing order. The affiliate's note is deleted after `privateUntil`. */
export interface ClaimDocument extends DocumentOf<Claim> {
  /** The UTC day and the number within it, of the affiliate's claims in the campaign; unique, which bounds them. */
  readonly day: string;
  readonly slot: number;
  readonly privateUntil?: Date;
}

/** How a brand handles claims; `_id` is the brand. */
export interface ClaimSettingsDocument {
  readonly _id: string;
  /** How long it may take to decide a claim, days; null for the platform's time. */
  readonly decisionDays: number | null;
}

export const claimSettings = defineCollection<ClaimSettingsDocument>({
  name: 'claim_settings',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
});

export const claims = defineCollection<ClaimDocument>({
  name: 'claims',
  shardKey: { brandId: 1 },
  // Claims explain conversions.
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['note'],
      by: ['affiliateId'],
      erased: { blanked: { note: null } },
    },
    {
      of: 'account',
      fields: ['notes'],
      by: ['brandId'],
      erased: { blanked: { notes: null } },
    },
  ],
  exports: {
    by: ['affiliateId'],
    fields: ['campaignId', 'orderId', 'orderedAt', 'note', 'status', 'reason', 'createdAt'],
  },
  indexes: [
    // An order is claimed once by each affiliate, and again only after the brand let a claim expire.
    {
      key: { brandId: 1, orderId: 1, affiliateId: 1 },
      name: 'claim_of_order',
      unique: true,
      partialFilterExpression: { status: { $in: ['open', 'accepted', 'refused', 'answered'] } },
    },
    {
      key: { brandId: 1, affiliateId: 1, campaignId: 1, day: 1, slot: 1 },
      name: 'claim_of_day',
      unique: true,
    },
    // The open claims of an order that arrives.
    {
      key: { brandId: 1, orderId: 1 },
      name: 'open_claims_of_order',
      partialFilterExpression: { status: 'open' },
    },
    { key: { expiresAt: 1 }, partialFilterExpression: { status: 'open' } },
    { key: { privateUntil: 1 }, partialFilterExpression: { privateUntil: { $type: 'date' } } },
    // The lists: ids grow with time.
    { key: { brandId: 1, _id: -1 } },
    { key: { brandId: 1, status: 1, _id: -1 } },
    { key: { brandId: 1, campaignId: 1, _id: -1 } },
    { key: { affiliateId: 1, _id: -1 } },
    { key: { affiliateId: 1, status: 1, _id: -1 } },
  ],
});
