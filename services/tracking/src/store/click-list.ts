import { findPage, openCountCache, type PageRequest, withoutUndefined } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { type ClickDocument, type Collections } from './collections.ts';

export interface ClickFilter {
  readonly affiliateId: string;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** Counting a million clicks takes most of a second; counting so many, two or three milliseconds. */
const TOTALS = { exactUpTo: 1_000, freshMs: 10_000, staleMs: MINUTE_MS, waitMs: 150 };
const NEWEST_FIRST = { occurredAt: -1, _id: -1 } as const;

/** Lists the clicks of an affiliate by pages. */
export const clickList = (
  { clicks, conversions }: Collections,
  counts = openCountCache(TOTALS),
) => ({
  /** One page, newest first. */
  list: (
    { start, end, ...filter }: ClickFilter,
    page: PageRequest,
  ): Promise<{ documents: ClickDocument[]; total: number }> =>
    findPage(
      clicks,
      { ...withoutUndefined(filter), occurredAt: { $gte: start, $lt: end } },
      { ...page, sort: NEWEST_FIRST, counts },
    ),

  /** Which of these clicks led to a conversion. */
  findConverted: async (clickIds: readonly string[]): Promise<Set<string | null>> => {
    const query = conversions.find({ clickId: { $in: [...clickIds] } });
    const rows = await query.project<{ clickId: string | null }>({ clickId: 1, _id: 0 }).toArray();
    return new Set(rows.map(({ clickId }) => clickId));
  },
});
