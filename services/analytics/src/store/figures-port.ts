import { type ClickCount } from '@tributary/contracts';
import { type PageRequest } from '@tributary/mongo';
import { type AmountRow, type AmountSums, type BrandQuery } from '../domain/brand-report.ts';
import { type Figures } from '../domain/metrics.ts';
import { type Subject } from '../domain/milestone.ts';
import { type Interval, type Period } from '../domain/period.ts';
import { type CommissionFactDocument, type ConversionFactDocument } from './collections.ts';

/** By what figures are grouped. */
export type Grouping =
  | 'total'
  | 'hour'
  | 'day'
  | 'campaign'
  | 'link'
  | 'affiliate'
  | 'utm'
  | 'geo'
  | 'device'
  | 'time_of_day';

export type Source = 'clicks' | 'conversions' | 'commissions';

/** The affiliate or campaign whose figures are read, and further filters. */
export interface Scope {
  /** The brand of the campaigns; it selects nothing more, but storage ordered by brand reads less. */
  readonly brandId?: string | undefined;
  readonly affiliateId?: string | undefined;
  readonly campaignId?: string | { readonly $in: readonly string[] } | undefined;
  readonly linkId?: string | undefined;
}

export interface FigureQuery {
  readonly scope: Scope;
  readonly period: Period;
  readonly currency: string;
  readonly by: Grouping;
  /** The only source to read; default: all. */
  readonly only?: Source;
}

/** The sums and the number of all groups. */
export interface GroupTotals {
  readonly rows: number;
  readonly figures: Figures;
}

/** A group's figures; the key has one shape for each grouping. */
export interface FigureRow<Key = unknown> extends Figures {
  readonly _id: Key;
}

/** Sums of clicks, conversions and commissions by any grouping. */
export interface FigureReader {
  /** All figures of the period. */
  readonly total: (scope: Scope, period: Period, currency: string) => Promise<Figures>;
  /** Earned commissions, minor units. */
  readonly earned: (scope: Scope, period: Period, currency: string) => Promise<number>;
  /** By interval, without empty ones. The keys are the starts of the intervals, ms. */
  readonly series: (
    scope: Scope,
    period: Period,
    query: { currency: string; interval: Interval },
  ) => Promise<ReadonlyMap<number, Figures>>;
  readonly totalOf: (query: FigureQuery) => Promise<GroupTotals>;
  /**
   * A page of groups, descending by earnings, clicks and conversions, those alike by their keys; hours of the
   * day in their order.
   */
  readonly list: (query: FigureQuery, page: PageRequest) => Promise<FigureRow[]>;
  /** A page of groups with the totals of all groups. */
  readonly listWithTotals: (
    query: FigureQuery,
    page: PageRequest,
  ) => Promise<{ readonly rows: FigureRow[]; readonly total: GroupTotals }>;
  /** All groups in the same order, as a stream. */
  readonly stream: (query: FigureQuery) => AsyncIterable<FigureRow>;
}

/** A report of single orders or commissions, or of what is due. */
export type AmountQuery = BrandQuery & {
  readonly kind: 'conversions' | 'commissions' | 'payouts_due';
};

export interface AmountTotals {
  readonly rows: number;
  /** Commissions in the rows of what is due. */
  readonly commissions: number;
  readonly amounts: AmountSums;
}

/** The orders and commissions of brands, row by row. */
export interface AmountReader {
  /** The rows, the newest or the greatest first, as a stream. */
  readonly stream: (query: AmountQuery) => AsyncIterable<AmountRow>;
  /** A page of the same rows. */
  readonly list: (query: AmountQuery, page: PageRequest) => Promise<AmountRow[]>;
  /** The number of the rows and the sums of their amounts. */
  readonly total: (query: AmountQuery) => Promise<AmountTotals>;
}

/** A total with its owners. */
export interface SubjectTotal {
  readonly total: number;
  readonly brandId: string;
  readonly campaignId: string;
  readonly affiliateId: string | null;
}

/** What reports, performance pages and checks of milestones read, wherever it is stored. */
export interface FigureReaders {
  readonly figures: FigureReader;
  readonly brandReports: AmountReader;
  readonly statuses: {
    /** The number of conversions by status, in all currencies. */
    readonly byStatus: (scope: Scope, period: Period) => Promise<Record<string, number>>;
  };
  readonly activity: {
    /** The first and the last click or order; of clicks the start of the day. Null: there is none. */
    readonly span: (scope: {
      readonly affiliateId: string;
      readonly campaignId: { readonly $in: readonly string[] };
    }) => Promise<{ readonly first: Date | null; readonly last: Date | null }>;
  };
  readonly totals: {
    /** The total of all time; undefined where there is none. */
    readonly totalOf: (subject: Subject) => Promise<SubjectTotal | undefined>;
    /** The subjects with clicks or conversions since `day`, as a stream. */
    readonly subjectsSince: (day: Date) => AsyncIterable<Subject>;
  };
}

/** An event's counts, and its place on the topic where it came from one. */
export interface CountedClicks {
  readonly id: string;
  readonly position?:
    | { readonly topic: string; readonly partition: number; readonly offset: string }
    | undefined;
  readonly data: { readonly counts: readonly ClickCount[] };
}

/** The states of facts before a transaction, where they were stored, and after it. */
export interface FactChange<Fact> {
  readonly before: readonly Fact[];
  readonly now: readonly Fact[];
}

/**
 * Brings changes to where readers find them, within the transaction that saves the facts and marks their events
 * as handled: a transaction that fails is repeated, and its figures count once all the same.
 */
export interface FigureWriter {
  readonly addClicks: (events: readonly CountedClicks[]) => Promise<void>;
  readonly changeConversions: (change: FactChange<ConversionFactDocument>) => Promise<void>;
  readonly changeCommissions: (change: FactChange<CommissionFactDocument>) => Promise<void>;
}
