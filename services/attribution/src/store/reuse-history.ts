import { type ReuseHistory } from '../domain/evidence.ts';
import { countReused } from '../domain/order-fact.ts';
import { openDailyHistories } from './daily-histories.ts';
import { type Collections } from './collections.ts';

const HISTORY_DAYS = 30;
/** Older orders beyond these are left out. */
const MAX_ORDERS = 2_000;

const NONE: ReuseHistory = { orders: 0, reused: 0, days: 0 };

/** Affiliates' reuse of devices and addresses. */
export const openReuseHistories = ({ facts }: Collections) =>
  openDailyHistories({
    days: HISTORY_DAYS,
    none: NONE,
    count: async (affiliateId, convertedAt) => {
      const projection = { convertedAt: 1, customer: 1, ip: 1, visitorId: 1 };
      const found = await facts
        .find({ affiliateId, convertedAt }, { projection })
        .sort({ convertedAt: -1 })
        .limit(MAX_ORDERS)
        .toArray();
      return countReused(found);
    },
  });
