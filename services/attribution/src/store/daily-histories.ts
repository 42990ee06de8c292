import { DAY_MS, MINUTE_MS } from '@tributary/units';
import { openMemo } from './memoize.ts';

const CACHE_TTL_MS = 10 * MINUTE_MS;

/** Whole days, the end excluded. */
export interface Days {
  readonly $gte: Date;
  readonly $lt: Date;
}

interface HistoryOptions<History> {
  /** How many whole days before an order's day the history covers. */
  readonly days: number;
  /** The history of an order without an affiliate. */
  readonly none: History;
  readonly count: (affiliateId: string, between: Days) => Promise<History>;
}

/**
 * Affiliates' histories over the whole days before an order's day, which no longer change: an order gets the
 * same score whenever it is assessed.
 */
export function openDailyHistories<History>(options: HistoryOptions<History>) {
  const { days, none, count } = options;
  const memo = openMemo<History>(CACHE_TTL_MS);
  const historyOf = (affiliateId: string, day: number): Promise<History> => {
    const between = { $gte: new Date((day - days) * DAY_MS), $lt: new Date(day * DAY_MS) };
    return memo.get(`${affiliateId}@${String(day)}`, () => count(affiliateId, between));
  };
  return {
    /** In the given order. */
    listAt: (
      orders: readonly { readonly affiliateId: string | null; readonly at: Date }[],
    ): Promise<History[]> =>
      Promise.all(
        orders.map(({ affiliateId, at }) =>
          affiliateId === null
            ? Promise.resolve(none)
            : historyOf(affiliateId, Math.floor(at.getTime() / DAY_MS)),
        ),
      ),
  };
}
