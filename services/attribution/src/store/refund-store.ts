import { LRUCache } from 'lru-cache';
import { type RefundHistory } from '../domain/affiliate-signals.ts';
import { type Models } from './models.ts';
import { type RefundRow } from './rows.ts';

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 90;
const REMEMBERED_MS = 600_000;

/** What was taken off orders after they were assessed. */
export const refundStore = ({ refunds }: Models) => ({
  /** An order's refunds only grow, so that an event that comes again or late changes nothing. */
  keep: async (rows: readonly RefundRow[]): Promise<void> => {
    if (rows.length === 0) return;
    const upserts = rows.map(({ _id, affiliateId, refundedMinor, isReversed, at }) => ({
      updateOne: {
        filter: { _id: _id as never },
        update: {
          $setOnInsert: { affiliateId, at },
          $max: { refundedMinor, isReversed },
        },
        upsert: true,
      },
    }));
    await refunds.collection.bulkWrite(upserts, { ordered: false });
  },
});

const NONE: RefundHistory = { orders: 0, refunded: 0 };

/** Affiliates' refunds by whole days before an order's own, so that the answer stays the same. */
export function openRefundHistories({ refunds, assessments }: Models) {
  const cache = new LRUCache<string, Promise<RefundHistory>>({ max: 20_000, ttl: REMEMBERED_MS });
  const count = async (affiliateId: string, day: number): Promise<RefundHistory> => {
    const between = { $gte: new Date((day - HISTORY_DAYS) * DAY_MS), $lt: new Date(day * DAY_MS) };
    const [orders, refunded] = await Promise.all([
      assessments.collection.countDocuments({ affiliateId, convertedAt: between }),
      refunds.collection.countDocuments({ affiliateId, at: between }),
    ]);
    return { orders, refunded };
  };
  const historyOf = (affiliateId: string, day: number): Promise<RefundHistory> => {
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
    ): Promise<RefundHistory[]> =>
      Promise.all(
        asked.map(({ affiliateId, at }) =>
          affiliateId === null
            ? Promise.resolve(NONE)
            : historyOf(affiliateId, Math.floor(at.getTime() / DAY_MS)),
        ),
      ),
  };
}
