import { LRUCache } from 'lru-cache';

const DAY_MS = 86_400_000;
const REMEMBERED_MS = 600_000;

/** From, inclusive, to, exclusive. */
export interface Days {
  readonly $gte: Date;
  readonly $lt: Date;
}

interface HistoryOptions<History> {
  /** So many whole days before the day of an order. */
  readonly days: number;
  /** Of an order that no affiliate brought. */
  readonly none: History;
  readonly count: (affiliateId: string, between: Days) => Promise<History>;
}

/**
 * Affiliates' histories by whole days before an order's own, so that the answer stays the same however
 * often it is asked. They are remembered for a while.
 */
export function openDailyHistories<History extends object>(options: HistoryOptions<History>) {
  const { days, none, count } = options;
  const cache = new LRUCache<string, Promise<History>>({ max: 20_000, ttl: REMEMBERED_MS });
  const historyOf = (affiliateId: string, day: number): Promise<History> => {
    const key = `${affiliateId}@${String(day)}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const between = { $gte: new Date((day - days) * DAY_MS), $lt: new Date(day * DAY_MS) };
    const counted = count(affiliateId, between);
    cache.set(key, counted);
    // A failure is not remembered.
    counted.catch(() => cache.delete(key));
    return counted;
  };
  return {
    /** In the order asked. */
    listAt: (
      asked: readonly { readonly affiliateId: string | null; readonly at: Date }[],
    ): Promise<History[]> =>
      Promise.all(
        asked.map(({ affiliateId, at }) =>
          affiliateId === null
            ? Promise.resolve(none)
            : historyOf(affiliateId, Math.floor(at.getTime() / DAY_MS)),
        ),
      ),
  };
}
