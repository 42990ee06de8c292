import { CLICKS_KEPT_MS } from '../domain/rollup.ts';
import {
  type ClickRow,
  type CommissionSnapshot,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { createCollections, databaseOf, type Mongo } from '@tributary/mongo';
import type mongoose from 'mongoose';
import { type Figures } from '../domain/metrics.ts';
import { type DayDoc } from './day-sums.ts';
import { type MilestoneDoc } from './milestone-store.ts';
import { type ReportJobDoc, type ReportPieceDoc } from './report-job-store.ts';
import { type ScheduleDoc } from './schedule-store.ts';
import { type Traits } from '../domain/rollup.ts';

export type Session = mongoose.mongo.ClientSession;

/** A click as reported. Shard key: affiliateId, _id. Kept two years. */
export interface ClickDoc extends Omit<ClickRow, 'clickId' | 'occurredAt' | 'ip' | 'userAgent'> {
  readonly _id: string;
  readonly occurredAt: Date;
}

/**
 * The place of a click whose conversion arrived first. Its writing makes the click's own
 * transaction meet the conversion's, so that neither misses the other.
 */
export interface AwaitedClickDoc {
  readonly _id: string;
  readonly occurredAt: Date;
  readonly awaited: true;
}

/** How often a link's advertisements were seen in an hour. Shard key: campaignId. Kept for good. */
export interface ImpressionSumDoc {
  readonly _id: string;
  readonly at: Date;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly brandId: string;
  readonly linkId: string;
  readonly impressions: number;
}

/** The newest state of a conversion. Shard key: affiliateId, _id. Kept for good. */
export interface ConversionFactDoc
  extends
    Pick<
      ConversionSnapshot,
      'affiliateId' | 'brandId' | 'campaignId' | 'linkId' | 'clickId' | 'status' | 'currency'
    >,
    Traits {
  readonly _id: string;
  readonly valueMinor: number;
  readonly refundedMinor: number;
  readonly convertedAt: Date;
}

/** The newest state of a commission. Shard key: affiliateId, _id. Kept for good. */
export interface CommissionFactDoc
  extends
    Pick<
      CommissionSnapshot,
      | 'affiliateId'
      | 'brandId'
      | 'campaignId'
      | 'linkId'
      | 'clickId'
      | 'status'
      | 'currency'
      | 'amountMinor'
    >,
    Traits {
  readonly _id: string;
  readonly convertedAt: Date;
}

/** A campaign's name, owner and budget, from its service. */
export interface CampaignDoc {
  readonly _id: string;
  readonly brandId: string;
  readonly name: string;
  readonly currency: string;
  /** All it may spend, minor units; null where it has no such limit. */
  readonly budgetMinor: number | null;
  readonly updatedAt: Date;
}

/** A link's code and owner, from its service. */
export interface LinkDoc {
  readonly _id: string;
  readonly affiliateId?: string;
  readonly trackingCode: string;
}

const byOwner = (time: string) => [
  { key: { affiliateId: 1, [time]: -1, _id: -1 }, name: 'affiliate' },
  { key: { campaignId: 1, [time]: -1 }, name: 'campaign' },
];

/**
 * By visitors' traits clicks are counted for parts of days as well. All that reports read of a click is
 * in this index, in the order of its affiliate's clicks, so that no click itself has to be read.
 */
const clicksOfAffiliate = {
  key: {
    affiliateId: 1,
    occurredAt: -1,
    _id: -1,
    campaignId: 1,
    linkId: 1,
    validity: 1,
    country: 1,
    device: 1,
    browser: 1,
    'utm.source': 1,
    'utm.medium': 1,
    'utm.campaign': 1,
    'utm.term': 1,
    'utm.content': 1,
  },
  name: 'affiliate',
} as const;

type Figure = keyof Figures;

const ascending = (fields: readonly string[]): Record<string, 1> =>
  Object.fromEntries(fields.map((field) => [field, 1]));

/**
 * Dashboards read first sheets alone, however many further ones there are. A campaign has those of all
 * its affiliates, and its budget needs all time: where an order changes it, its index holds the figures
 * too, so that the sheets themselves are left alone. Of clicks that would cost more than it spares.
 */
const days = (figures: readonly Figure[]) => [
  { key: ascending(['affiliateId', 'further', 'at']), name: 'affiliate' },
  { key: ascending(['linkId', 'further', 'at']), name: 'link' },
  {
    key: ascending(['campaignId', 'further', 'at', 'affiliateId', 'currency', ...figures]),
    name: 'campaign',
  },
];

const facts = [...byOwner('convertedAt'), { key: { clickId: 1 }, name: 'click' }];

const specs = [
  {
    name: 'clicks',
    indexes: [
      clicksOfAffiliate,
      { key: { campaignId: 1, affiliateId: 1, occurredAt: -1, _id: -1 }, name: 'campaign' },
      { key: { linkId: 1, occurredAt: -1, _id: -1 }, name: 'link' },
      { key: { occurredAt: 1 }, name: 'retention', expireAfterSeconds: CLICKS_KEPT_MS / 1_000 },
    ],
  },
  { name: 'click_days', indexes: days([]) },
  { name: 'impression_sums', indexes: [{ key: { campaignId: 1, at: 1 }, name: 'campaign' }] },
  { name: 'conversion_days', indexes: days(['conversions', 'revenueMinor']) },
  { name: 'commission_days', indexes: days(['earningsMinor']) },
  { name: 'conversion_facts', indexes: facts },
  { name: 'commission_facts', indexes: facts },
  { name: 'campaigns', indexes: [] },
  { name: 'links', indexes: [] },
  { name: 'milestones', indexes: [] },
  {
    name: 'schedules',
    indexes: [
      { key: { affiliateId: 1, createdAt: -1 }, name: 'affiliate' },
      { key: { nextAt: 1 }, name: 'due' },
    ],
  },
  {
    name: 'reports',
    indexes: [
      { key: { status: 1, leasedUntil: 1, createdAt: 1 }, name: 'due' },
      { key: { affiliateId: 1, status: 1 }, name: 'affiliate' },
      { key: { expiresAt: 1 }, name: 'retention', expireAfterSeconds: 0 },
    ],
  },
  {
    name: 'report_pieces',
    indexes: [
      { key: { reportId: 1, index: 1 }, name: 'report' },
      { key: { expiresAt: 1 }, name: 'retention', expireAfterSeconds: 0 },
    ],
  },
] as const;

/** The service's collections, made with their indexes where they are missing. */
export async function openCollections(mongo: Mongo) {
  await createCollections(mongo.connection, specs);
  const db = databaseOf(mongo.connection);
  return {
    clicks: db.collection<ClickDoc | AwaitedClickDoc>('clicks'),
    /** Three, because their writers would wait for each other on one. */
    clickDays: db.collection<DayDoc>('click_days'),
    conversionDays: db.collection<DayDoc>('conversion_days'),
    commissionDays: db.collection<DayDoc>('commission_days'),
    impressionSums: db.collection<ImpressionSumDoc>('impression_sums'),
    conversions: db.collection<ConversionFactDoc>('conversion_facts'),
    commissions: db.collection<CommissionFactDoc>('commission_facts'),
    campaigns: db.collection<CampaignDoc>('campaigns'),
    links: db.collection<LinkDoc>('links'),
    reports: db.collection<ReportJobDoc>('reports'),
    schedules: db.collection<ScheduleDoc>('schedules'),
    milestones: db.collection<MilestoneDoc>('milestones'),
    pieces: db.collection<ReportPieceDoc>('report_pieces'),
  };
}

export type Collections = Awaited<ReturnType<typeof openCollections>>;
