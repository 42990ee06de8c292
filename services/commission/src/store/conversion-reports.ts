import type { ConversionStatus } from '@tributary/contracts';
import type { Span } from '../domain/calendar.ts';
import type { Collections, ConversionViewDoc } from './collections.ts';
import { type CountCache, openCountCache } from './count-cache.ts';
import { between, given, type Owner } from './report-filters.ts';

export interface ConversionFilter extends Span {
  readonly affiliateId: string;
  readonly status?: ConversionStatus | undefined;
  readonly campaignId?: string | undefined;
  readonly skip: number;
  readonly limit: number;
}

const LONG_LIST = 10_000;

/** Queries over conversions for the affiliates' views. */
export function conversionReports(collections: Collections, now: () => number) {
  const counts = openCountCache({ atLeast: LONG_LIST, freshMs: 2_000, staleMs: 60_000, now });
  return reportsOf(collections, counts);
}

const reportsOf = ({ conversionViews: views }: Collections, counts: CountCache) => ({
  /** Newest first, with the total count. */
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

/** Queries over pending conversions. */
export const pendingReports = ({ conversionViews: views }: Collections) => ({
  /** Those that would earn in this currency, newest first. */
  listPendingConversions: (
    { affiliateId, currency }: Owner,
    limit: number,
  ): Promise<ConversionViewDoc[]> => {
    const query = pendingOf(affiliateId, currency);
    return views.find(query).sort({ convertedAt: -1, _id: -1 }).limit(limit).toArray();
  },
});

const pendingOf = (affiliateId: string, currency: string) => ({
  affiliateIds: affiliateId,
  status: 'pending' as const,
  commissionCurrency: currency,
});
