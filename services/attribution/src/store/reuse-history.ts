import { type ReuseHistory } from '../domain/affiliate-signals.ts';
import { reusedAmong } from '../domain/order-fact.ts';
import { openDailyHistories } from './daily-histories.ts';
import { type FactRow, type Models } from './models.ts';

const HISTORY_DAYS = 30;
/** So many of the latest orders are looked at. */
const LATEST = 2_000;

const NONE: ReuseHistory = { orders: 0, reused: 0 };

/** Affiliates' reuse of devices and addresses. */
export const openReuseHistories = (
  { facts }: Models,
  isPublicAddress: (ip: string | null) => boolean,
) =>
  openDailyHistories({
    days: HISTORY_DAYS,
    none: NONE,
    count: async (affiliateId, convertedAt) => {
      const found = await facts.collection
        .find({ affiliateId, convertedAt }, { projection: { customer: 1, ip: 1, visitorId: 1 } })
        .sort({ convertedAt: -1 })
        .limit(LATEST)
        .toArray();
      return reusedAmong(found as unknown as FactRow[], isPublicAddress);
    },
  });
