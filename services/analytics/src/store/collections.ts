import {
  type ClickRow,
  type CommissionSnapshot,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { createCollections, databaseOf, type Mongo } from '@tributary/mongo';
import type mongoose from 'mongoose';

export type Session = mongoose.mongo.ClientSession;

/** A click as reported. Shard key: affiliateId, _id. Kept two years. */
export interface ClickDoc extends Omit<ClickRow, 'clickId' | 'occurredAt' | 'ip' | 'userAgent'> {
  readonly _id: string;
  readonly occurredAt: Date;
}

/** One link's clicks in one hour; `_id` is `<hour>/<link>`. Shard key: affiliateId. Kept for good. */
export interface ClickRollupDoc {
  readonly _id: string;
  readonly hour: Date;
  readonly linkId: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly unique: number;
  readonly duplicate: number;
  readonly invalid: number;
}

/** The newest state of a conversion. Shard key: affiliateId, _id. Kept for good. */
export interface ConversionFactDoc extends Pick<
  ConversionSnapshot,
  'affiliateId' | 'brandId' | 'campaignId' | 'linkId' | 'clickId' | 'status' | 'currency'
> {
  readonly _id: string;
  readonly valueMinor: number;
  readonly convertedAt: Date;
}

/** The newest state of a commission. Shard key: affiliateId, _id. Kept for good. */
export interface CommissionFactDoc extends Pick<
  CommissionSnapshot,
  'affiliateId' | 'brandId' | 'campaignId' | 'linkId' | 'status' | 'currency' | 'amountMinor'
> {
  readonly _id: string;
  readonly convertedAt: Date;
}

/** A campaign's name and owner, from its service. */
export interface CampaignDoc {
  readonly _id: string;
  readonly brandId: string;
  readonly name: string;
  readonly updatedAt: Date;
}

const CLICKS_KEPT_S = 2 * 365 * 86_400;

const byOwner = (time: string) => [
  { key: { affiliateId: 1, [time]: -1, _id: -1 }, name: 'affiliate' },
  { key: { campaignId: 1, [time]: -1 }, name: 'campaign' },
];

const specs = [
  {
    name: 'clicks',
    indexes: [
      ...byOwner('occurredAt'),
      { key: { occurredAt: 1 }, name: 'retention', expireAfterSeconds: CLICKS_KEPT_S },
    ],
  },
  { name: 'click_rollups', indexes: byOwner('hour') },
  {
    name: 'conversion_facts',
    indexes: [...byOwner('convertedAt'), { key: { clickId: 1 }, name: 'click' }],
  },
  { name: 'commission_facts', indexes: byOwner('convertedAt') },
  { name: 'campaigns', indexes: [] },
] as const;

/** The service's collections, made with their indexes where they are missing. */
export async function openCollections(mongo: Mongo) {
  await createCollections(mongo.connection, specs);
  const db = databaseOf(mongo.connection);
  return {
    clicks: db.collection<ClickDoc>('clicks'),
    clickRollups: db.collection<ClickRollupDoc>('click_rollups'),
    conversions: db.collection<ConversionFactDoc>('conversion_facts'),
    commissions: db.collection<CommissionFactDoc>('commission_facts'),
    campaigns: db.collection<CampaignDoc>('campaigns'),
  };
}

export type Collections = Awaited<ReturnType<typeof openCollections>>;
