import type { ConversionStatus } from '@tributary/contracts';
import type { Collections, ConversionViewDoc } from './collections.ts';
import { type CountCache, openCountCache } from './count-cache.ts';
import {
  between,
  type BreakdownFilter,
  breakdownMatch,
  given,
  type Owner,
  type Range,
  truncated,
} from './report-filters.ts';

export interface ConversionFilter extends Range {
  readonly affiliateId: string;
  readonly status?: ConversionStatus | undefined;
  readonly campaignId?: string | undefined;
  readonly skip: number;
  readonly limit: number;
}

export interface ConversionSums {
  readonly conversions: number;
  readonly pending: number;
  /** Net of refunds, minor units. */
  readonly revenueMinor: number;
}

/** Rejected and reversed conversions count for nothing. */
const counted: ConversionStatus[] = ['pending', 'approved'];
const netRevenue = { $sum: { $subtract: ['$valueMinor', '$refundedMinor'] } };

const LONG_LIST = 10_000;

/** Questions over our copy of the conversions, for the views of affiliates. */
export function conversionReports(collections: Collections, now: () => number) {
  const counts = openCountCache({ atLeast: LONG_LIST, freshMs: 2_000, staleMs: 60_000, now });
  return reportsOf(collections, counts);
}

const reportsOf = ({ conversionViews: views }: Collections, counts: CountCache) => ({
  sumConversions: async (
    { affiliateId, currency }: Owner,
    range: Range,
  ): Promise<ConversionSums> => {
    const status = { $in: counted };
    const match = { affiliateIds: affiliateId, currency, status, ...between('convertedAt', range) };
    const pending = { $sum: { $cond: [{ $eq: ['$status', 'pending'] }, 1, 0] } };
    const group = { _id: null, conversions: { $sum: 1 }, pending, revenueMinor: netRevenue };
    const rows = views.aggregate<ConversionSums>([{ $match: match }, { $group: group }]);
    const [sums] = await rows.toArray();
    return sums ?? { conversions: 0, pending: 0, revenueMinor: 0 };
  },

  /** By period; all but rejected and reversed ones. */
  breakDownConversions: (
    { affiliateId, currency }: Owner,
    unit: string,
    filter: BreakdownFilter,
  ) => {
    const owned = { affiliateIds: affiliateId, currency, status: { $in: counted } };
    const group = { _id: truncated(unit), count: { $sum: 1 }, revenueMinor: netRevenue };
    return views
      .aggregate<{ readonly _id: Date; readonly count: number; readonly revenueMinor: number }>([
        { $match: { ...owned, ...breakdownMatch(filter) } },
        { $group: group },
      ])
      .toArray();
  },

  /** Newest first, with how many there are in all. */
  listConversions: async (
    filter: ConversionFilter,
  ): Promise<{ readonly found: readonly ConversionViewDoc[]; readonly total: number }> => {
    const { affiliateId, status, campaignId, skip, limit } = filter;
    const filters = { ...given({ status, campaignId }), ...between('convertedAt', filter) };
    const query = { affiliateIds: affiliateId, ...filters };
    const newest = views.find(query).sort({ convertedAt: -1, _id: -1 });
    const [found, total] = await Promise.all([
      newest.skip(skip).limit(limit).toArray(),
      counts.countOf(JSON.stringify(query), () => views.countDocuments(query)),
    ]);
    return { found, total };
  },

  findConversion: async (
    affiliateId: string,
    conversionId: string,
  ): Promise<ConversionViewDoc | undefined> => {
    const view = await views.findOne({ _id: conversionId, affiliateIds: affiliateId });
    return view ?? undefined;
  },
});

/** Questions over conversions that wait for their approval. */
export const pendingReports = ({ conversionViews: views }: Collections) => ({
  /** Pending ones that would earn in this currency, newest first. */
  listPendingConversions: (
    { affiliateId, currency }: Owner,
    limit: number,
  ): Promise<ConversionViewDoc[]> => {
    const query = pendingOf(affiliateId, currency);
    return views.find(query).sort({ convertedAt: -1, _id: -1 }).limit(limit).toArray();
  },

  /** What pending conversions would earn the affiliate, minor units of the commissions’ currency. */
  sumExpected: async ({ affiliateId, currency }: Owner): Promise<number> => {
    const group = { _id: null, expectedMinor: { $sum: '$expected.amountMinor' } };
    const rows = views.aggregate<{ readonly expectedMinor: number }>([
      { $match: pendingOf(affiliateId, currency) },
      { $unwind: '$expected' },
      { $match: { 'expected.affiliateId': affiliateId } },
      { $group: group },
    ]);
    const [sums] = await rows.toArray();
    return sums?.expectedMinor ?? 0;
  },
});

const pendingOf = (affiliateId: string, currency: string) => ({
  affiliateIds: affiliateId,
  status: 'pending' as const,
  commissionCurrency: currency,
});
