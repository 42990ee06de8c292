import type { ConversionStatus } from '@tributary/contracts';
import { findPage, openCountCache } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import type { Span } from '../domain/calendar.ts';
import type { Collections, ConversionViewDocument } from './collections.ts';
import { between, given, type Owner } from './report-filters.ts';

export interface ConversionFilter extends Span {
  readonly affiliateId: string;
  readonly status?: ConversionStatus | undefined;
  readonly campaignId?: string | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** Newest first. */
const NEWEST = { convertedAt: -1, _id: -1 } as const;

/** How the totals of the lists are cached. */
const TOTALS = { exactUpTo: 10_000, freshMs: 2_000, staleMs: MINUTE_MS, waitMs: 150 };

/** Queries over conversions for the affiliates' views. */
export const conversionReports = (
  { conversionViews: views }: Collections,
  counts = openCountCache(TOTALS),
) => ({
  /** Newest first, with the total count. */
  listConversions: async (
    filter: ConversionFilter,
  ): Promise<{ readonly found: readonly ConversionViewDocument[]; readonly total: number }> => {
    const { affiliateId, status, campaignId, skip, limit } = filter;
    const filters = { ...given({ status, campaignId }), ...between('convertedAt', filter) };
    const query = { affiliateIds: affiliateId, ...filters };
    const page = { sort: NEWEST, skip, limit, counts };
    const { documents: found, total } = await findPage(views, query, page);
    return { found, total };
  },

  /** Whether the copy has the conversion itself, not only its credit. */
  hasConversion: async (conversionId: string): Promise<boolean> => {
    const tracked = { _id: conversionId, trackedAt: { $exists: true } };
    return (await views.findOne(tracked, { projection: { _id: 1 } })) !== null;
  },

  findConversion: async (
    affiliateId: string,
    conversionId: string,
  ): Promise<ConversionViewDocument | undefined> => {
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
  ): Promise<ConversionViewDocument[]> => {
    const query = pendingOf(affiliateId, currency);
    return views.find(query).sort(NEWEST).limit(limit).toArray();
  },
});

const pendingOf = (affiliateId: string, currency: string) => ({
  affiliateIds: affiliateId,
  status: 'pending' as const,
  commissionCurrency: currency,
});
