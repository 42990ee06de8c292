import { defineCollection } from '@tributary/mongo';
import { type DueDocument } from '@tributary/work';
import {
  type AffiliateTotals,
  type AttributionChange,
  type ChangedConversion,
} from '../domain/attribution-change.ts';
import { type ReplayCursor } from '../domain/replay.ts';

/** An attribution change with its place in the queue of due work. */
export interface ChangeDocument extends Omit<AttributionChange, 'id'>, DueDocument {
  /** The last conversion whose preview is stored. */
  readonly previewCursor: ReplayCursor | null;
  /** How many of its conversions the current phase has handled. */
  readonly done: number;
  /** The last affiliate that the current phase has published; null before the first. */
  readonly publishedTo: string | null;
  /** The campaign, while the change is applied or undone: of one campaign only one is at a time. */
  readonly activeCampaignId?: string;
  /** When a preview that nobody applies is deleted. */
  readonly expiresAt?: Date;
}

/** `_id` is `<change>/<seq, padded>`. */
export interface ChangedConversionDocument extends ChangedConversion {
  readonly _id: string;
  readonly expiresAt?: Date;
}

/** The sums of an affiliate by phase; `_id` is `<change>/<affiliate>/<currency>`. */
export interface ChangeAffiliateDocument {
  readonly _id: string;
  readonly changeId: string;
  readonly affiliateId: string;
  readonly currency: string;
  readonly preview?: PhaseSums;
  readonly applied?: PhaseSums;
  readonly undone?: PhaseSums;
  readonly expiresAt?: Date;
}
type PhaseSums = Omit<AffiliateTotals, 'affiliateId' | 'currency'>;

const previewExpiry = { field: 'expiresAt', seconds: 0 } as const;

export const attributionChanges = defineCollection<ChangeDocument>({
  name: 'attribution_changes',
  shardKey: { unsharded: 'an administrator makes each' },
  // Applied ones explain what was paid; previews expire.
  retention: previewExpiry,
  personal: 'none',
  indexes: [
    { key: { brandId: 1, createdAt: -1, _id: -1 } },
    { key: { campaignId: 1, appliedAt: -1 } },
    { key: { dueAt: 1 }, partialFilterExpression: { dueAt: { $type: 'date' } } },
    {
      key: { activeCampaignId: 1 },
      unique: true,
      partialFilterExpression: { activeCampaignId: { $exists: true } },
    },
  ],
});

export const changedConversions = defineCollection<ChangedConversionDocument>({
  name: 'changed_conversions',
  shardKey: { changeId: 'hashed' },
  retention: previewExpiry,
  personal: 'none',
  indexes: [{ key: { changeId: 1, seq: 1 } }],
});

export const changeAffiliates = defineCollection<ChangeAffiliateDocument>({
  name: 'change_affiliates',
  shardKey: { changeId: 'hashed' },
  retention: previewExpiry,
  personal: 'none',
  indexes: [{ key: { changeId: 1, _id: 1 } }],
});
