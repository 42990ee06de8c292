import { LRUCache } from 'lru-cache';
import { type ReuseHistory } from '../domain/affiliate-signals.ts';
import { reusedAmong } from '../domain/order-fact.ts';
import { type FactRow, type Models } from './models.ts';

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 30;
const REMEMBERED_MS = 600_000;
/** So many of the latest orders are looked at. */
const LATEST = 2_000;

const NONE: ReuseHistory = { orders: 0, reused: 0 };

/** Affiliates' reuse of devices and addresses by whole days before an order's own. */
export function openReuseHistories(
  { facts }: Models,
  isPublicAddress: (ip: string | null) => boolean,
) {
  const cache = new LRUCache<string, Promise<ReuseHistory>>({ max: 20_000, ttl: REMEMBERED_MS });
  const count = async (affiliateId: string, day: number): Promise<ReuseHistory> => {
    const convertedAt = {
      $gte: new Date((day - HISTORY_DAYS) * DAY_MS),
      $lt: new Date(day * DAY_MS),
    };
    const found = await facts.collection
      .find({ affiliateId, convertedAt }, { projection: { customer: 1, ip: 1, visitorId: 1 } })
      .sort({ convertedAt: -1 })
      .limit(LATEST)
      .toArray();
    return reusedAmong(found as unknown as FactRow[], isPublicAddress);
  };
  const historyOf = (affiliateId: string, day: number): Promise<ReuseHistory> => {
    const key = `${affiliateId}@${day}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const counted = count(affiliateId, day);
    cache.set(key, counted);
    // A failure is not remembered.
    counted.catch(() => cache.delete(key));
    return counted;
  };
  return {
    /** In the order asked. */
    listAt: (
      asked: readonly { readonly affiliateId: string | null; readonly at: Date }[],
    ): Promise<ReuseHistory[]> =>
      Promise.all(
        asked.map(({ affiliateId, at }) =>
          affiliateId === null
            ? Promise.resolve(NONE)
            : historyOf(affiliateId, Math.floor(at.getTime() / DAY_MS)),
        ),
      ),
  };
}
