import {
  type ClickRow,
  type CommissionSnapshot,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { type CollectionsOf, defineCollection, erasures } from '@tributary/mongo';
import { type AmountName } from '../domain/amounts.ts';
import { type ClickMinute } from '../domain/click-minute.ts';
import { type Figures } from '../domain/metrics.ts';
import { type ReportQuery } from '../domain/report-query.ts';
import { type ExportFormat } from '../domain/report-table.ts';
import {
  CLICK_RETENTION_MS,
  type OrderCredit,
  type Owner,
  type Sums,
  type Traits,
} from '../domain/rollup.ts';
import { type Frequency, type ReportSchedule } from '../domain/schedule.ts';

/** A click as versions before stored it. */
export interface ClickDocument extends Omit<
  ClickRow,
  'clickId' | 'occurredAt' | 'ip' | 'userAgent'
> {
  readonly _id: string;
  readonly occurredAt: Date;
}

/** How often a link's advertisements were seen in an hour. */
export interface ImpressionSumDocument {
  readonly _id: string;
  readonly at: Date;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly brandId: string;
  readonly linkId: string;
  readonly impressions: number;
}

/** The newest state of a conversion. */
export interface ConversionFactDocument
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
  /** The next two are absent from conversions stored before the fields existed. */
  readonly orderId?: string;
  /** How many states of it were stored. */
  readonly version?: number;
}

/**
 * The place of a conversion whose commission arrived first. The conversion's own transaction replaces it and so
 * conflicts with the commission's: neither misses the other.
 */
export interface AwaitedConversionDocument {
  readonly _id: string;
  readonly awaited: true;
}

/** The newest state of a commission. */
export interface CommissionFactDocument
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
      | 'creditRevision'
    >,
    Traits {
  readonly _id: string;
  readonly convertedAt: Date;
  /** Absent from commissions stored before the field existed; those have the traits of their clicks. */
  readonly conversionId?: string;
  /** The next three are absent from commissions stored before the fields existed. */
  readonly orderId?: string;
  readonly paidMinor?: number;
  /** The credit of its order where that is not its own; absent until the order is known. */
  readonly order?: OrderCredit;
  /** How many states of it were stored. */
  readonly version?: number;
}

/** The figures of one value of a trait. */
interface ValueFigures extends Partial<Figures> {
  readonly value: unknown;
}

/** The figures of each value, by a digest of it: values are what visitors send. */
type FiguresByValue = Readonly<Record<string, ValueFigures>>;

/** The sums of a link's day, in one document, so that a batch writes each link once. Its own figures are the day's. */
export interface DayDocument extends Owner, Partial<Figures> {
  /** The day's key; a further sheet's number behind it. */
  readonly _id: string;
  readonly at: Date;
  readonly currency: string | null;
  /** Of the first sheet: the columns of brands' reports. */
  readonly amounts?: Sums;
  /** Whether this is a further sheet of the day, with UTM and device alone. */
  readonly further: boolean;
  /** Of the first sheet: the number of the one that is written on, unless that is the first. */
  readonly sheet?: number;
  /** By the hour of the day, 0 to 23. */
  readonly hours?: Readonly<Record<string, Partial<Figures>>>;
  readonly utm?: FiguresByValue;
  readonly device?: FiguresByValue;
  readonly country?: FiguresByValue;
  readonly status?: FiguresByValue;
}

/** A campaign's name, owner and budget: a copy from campaign. */
export interface CampaignDocument {
  readonly _id: string;
  readonly brandId: string;
  readonly name: string;
  readonly currency: string;
  /** All it may spend, minor units; null where it has no such limit. */
  readonly budgetMinor: number | null;
  readonly updatedAt: Date;
}

/** A link's code and owner: a copy from campaign. */
export interface LinkDocument {
  readonly _id: string;
  readonly affiliateId?: string;
  readonly trackingCode: string;
}

/** An affiliate's name: a copy from identity. */
export interface AffiliateDocument {
  readonly _id: string;
  readonly name: string;
  readonly changedAt: Date;
}

/** An affiliate's membership of a campaign: a copy from campaign. */
export interface MembershipDocument {
  /** The campaign's id and the affiliate's. */
  readonly _id: string;
  readonly brandId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  /** The latest time; null where only its end is known. */
  readonly joinedAt: Date | null;
  /** Null while it lasts. */
  readonly leftAt: Date | null;
}

/** A published milestone. */
export interface MilestoneDocument {
  /** Its subject's key and its threshold. */
  readonly _id: string;
  readonly toldAt: Date;
}

export interface ScheduleDocument extends ReportSchedule {
  readonly _id: string;
}

type ReportStatus = 'queued' | 'running' | 'ready' | 'failed';

/** A report that is written in the background. */
export interface ReportJobDocument extends ReportQuery {
  readonly _id: string;
  readonly format: ExportFormat;
  readonly status: ReportStatus;
  readonly rowCount: number;
  readonly rowsDone: number;
  readonly attempts: number;
  /** Until then it belongs to the instance that writes it. */
  readonly leasedUntil: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Of a scheduled report; its days are those of the schedule's zone. */
  readonly schedule?: {
    readonly scheduleId: string;
    readonly frequency: Frequency;
    readonly from: string;
    readonly to: string;
  };
}

/** A piece of a report's file. */
export interface ReportPieceDocument {
  readonly _id: string;
  readonly reportId: string;
  /** Of the job: an instance that lost it to another attempt may still be writing. */
  readonly attempt: number;
  readonly index: number;
  readonly bytes: Uint8Array;
  readonly expiresAt: Date;
}

const ascending = (fields: readonly string[]): Record<string, 1> =>
  Object.fromEntries(fields.map((field) => [field, 1]));

/** What versions before stored of single clicks; nothing is added, and all of it expires. */
const earlierClicks = defineCollection<ClickDocument>({
  name: 'clicks',
  shardKey: { affiliateId: 1, _id: 1 },
  retention: { field: 'occurredAt', seconds: CLICK_RETENTION_MS / 1_000, indexName: 'retention' },
  personal: [
    {
      of: 'visitor',
      fields: ['visitorId', 'country', 'device'],
      erased: { kept: 'reports, until the retention of clicks ends' },
    },
  ],
  indexes: [
    {
      // All that reports by traits read of a click, in the order of its affiliate's clicks: no click itself is read.
      key: {
        affiliateId: 1,
        occurredAt: -1,
        _id: -1,
        ...ascending(['campaignId', 'linkId', 'validity', 'country', 'device', 'browser']),
        ...ascending(
          ['source', 'medium', 'campaign', 'term', 'content'].map((one) => `utm.${one}`),
        ),
      },
      name: 'affiliate',
    },
    { key: { campaignId: 1, affiliateId: 1, occurredAt: -1, _id: -1 }, name: 'campaign' },
  ],
});

/** Clicks as they were counted: nothing changes them, a later count of the same minute is a further document. */
const clickMinutes = defineCollection<ClickMinute>({
  name: 'click_minutes',
  shardKey: { campaignId: 'hashed' },
  retention: { field: 'at', seconds: CLICK_RETENTION_MS / 1_000, indexName: 'retention' },
  personal: 'none',
  indexes: [
    { key: { affiliateId: 1, at: 1 }, name: 'affiliate' },
    { key: { campaignId: 1, at: 1 }, name: 'campaign' },
  ],
});

const amountsOfBrand = (amounts: readonly AmountName[]) => ({
  key: ascending([
    ...['brandId', 'further', 'currency', 'at', 'campaignId', 'affiliateId'],
    ...amounts.map((name) => `amounts.${name}`),
  ]),
  name: 'brand',
});

/**
 * The sums of days; three collections, because the writers of one would wait for each other.
 *
 * Dashboards read first sheets alone, however many further ones there are. A campaign has those of all its
 * affiliates, and its budget needs all time: where an order changes it, its index includes the figures, so that
 * no sheet is read. Of clicks that would cost more than it spares. The amounts of a brand's reports are read by an index
 * in the same way.
 */
const daysOf = (
  name: string,
  figures: readonly (keyof Figures)[],
  amounts: readonly AmountName[],
) =>
  defineCollection<DayDocument>({
    name,
    shardKey: { campaignId: 'hashed' },
    retention: 'permanent',
    personal: 'none',
    indexes: [
      { key: ascending(['affiliateId', 'further', 'at']), name: 'affiliate' },
      { key: ascending(['linkId', 'further', 'at']), name: 'link' },
      {
        key: ascending(['campaignId', 'further', 'at', 'affiliateId', 'currency', ...figures]),
        name: 'campaign',
      },
      ...(amounts.length === 0 ? [] : [amountsOfBrand(amounts)]),
    ],
  });

const impressionSums = defineCollection<ImpressionSumDocument>({
  name: 'impression_sums',
  shardKey: { campaignId: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { campaignId: 1, at: 1 }, name: 'campaign' }],
});

const facts = {
  shardKey: { affiliateId: 1, _id: 1 },
  retention: 'permanent',
  personal: 'none',
  indexes: [
    { key: { affiliateId: 1, convertedAt: -1, _id: -1 }, name: 'affiliate' },
    { key: { campaignId: 1, convertedAt: -1 }, name: 'campaign' },
    { key: { brandId: 1, currency: 1, convertedAt: -1, _id: -1 }, name: 'brand' },
  ],
} as const;

const campaigns = defineCollection<CampaignDocument>({
  name: 'campaigns',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { brandId: 1 }, name: 'brand' }],
});

const affiliates = defineCollection<AffiliateDocument>({
  name: 'affiliates',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: [{ of: 'account', fields: ['name'], by: ['_id'], erased: 'deleted' }],
});

const memberships = defineCollection<MembershipDocument>({
  name: 'memberships',
  shardKey: { brandId: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { brandId: 1, affiliateId: 1 }, name: 'affiliate' }],
});

const links = defineCollection<LinkDocument>({
  name: 'links',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
});

const milestones = defineCollection<MilestoneDocument>({
  name: 'milestones',
  shardKey: { _id: 'hashed' },
  // Each is published once.
  retention: 'permanent',
  personal: 'none',
});

const schedules = defineCollection<ScheduleDocument>({
  name: 'schedules',
  shardKey: { affiliateId: 'hashed' },
  retention: { until: 'the affiliate deletes the schedule' },
  personal: [{ of: 'account', fields: ['timezone'], by: ['affiliateId'], erased: 'deleted' }],
  exports: {
    by: ['affiliateId'],
    fields: ['kind', 'format', 'frequency', 'timezone', 'hour', 'currency', 'createdAt'],
  },
  indexes: [
    { key: { affiliateId: 1, createdAt: -1 }, name: 'affiliate' },
    { key: { nextAt: 1 }, name: 'due' },
  ],
});

const reports = defineCollection<ReportJobDocument>({
  name: 'reports',
  shardKey: { _id: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0, indexName: 'retention' },
  personal: [{ of: 'account', fields: ['affiliateId'], by: ['affiliateId'], erased: 'deleted' }],
  indexes: [
    { key: { status: 1, leasedUntil: 1, createdAt: 1 }, name: 'due' },
    { key: { affiliateId: 1, status: 1 }, name: 'affiliate' },
  ],
});

const pieces = defineCollection<ReportPieceDocument>({
  name: 'report_pieces',
  shardKey: { reportId: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0, indexName: 'retention' },
  personal: [
    {
      of: 'account',
      fields: ['bytes'],
      via: { collection: 'reports', by: ['affiliateId'], field: 'reportId' },
      erased: 'deleted',
    },
  ],
  indexes: [{ key: { reportId: 1, index: 1 }, name: 'report' }],
});

/** How far a chain of the audit log had come; its `_id` is the chain and the sequence. */
export interface AuditHeadDocument {
  readonly _id: string;
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly publishedAt: Date;
}

const auditHeads = defineCollection<AuditHeadDocument>({
  name: 'audit_heads',
  shardKey: { _id: 'hashed' },
  // They prove the audit log, which stays.
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { chain: 1, sequence: 1 } }],
});

export const collections = {
  earlierClicks,
  clickMinutes,
  clickDays: daysOf('click_days', [], []),
  conversionDays: daysOf(
    'conversion_days',
    ['conversions', 'revenueMinor'],
    ['rows', 'order_value', 'refunded', 'revenue'],
  ),
  commissionDays: daysOf(
    'commission_days',
    ['earningsMinor'],
    ['rows', 'commission', 'commissions', 'amount', 'paid', 'due', 'on_hold', 'owed_back'],
  ),
  impressionSums,
  conversions: defineCollection<ConversionFactDocument | AwaitedConversionDocument>({
    name: 'conversion_facts',
    ...facts,
  }),
  commissions: defineCollection<CommissionFactDocument>({
    name: 'commission_facts',
    ...facts,
    indexes: [...facts.indexes, { key: { conversionId: 1 }, name: 'conversion' }],
  }),
  campaigns,
  affiliates,
  memberships,
  links,
  milestones,
  schedules,
  reports,
  pieces,
  erasures,
  auditHeads,
};
export type Collections = CollectionsOf<typeof collections>;
