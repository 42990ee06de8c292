import { type RefundHistory } from '../domain/evidence.ts';
import { openDailyHistories } from './daily-histories.ts';
import { type Models } from './models.ts';
import { type RefundRow } from './rows.ts';

const HISTORY_DAYS = 90;

/** Refunds and reversals of orders. */
export const refundStore = ({ refunds }: Models) => ({
  /** An order's refunds only grow, so that a repeated or late event changes nothing. */
  save: async (rows: readonly RefundRow[]): Promise<void> => {
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

/** How many of affiliates' orders were refunded. */
export const openRefundHistories = ({ refunds, assessments }: Models) =>
  openDailyHistories({
    days: HISTORY_DAYS,
    none: NONE,
    count: async (affiliateId, between) => {
      const [orders, refunded] = await Promise.all([
        assessments.collection.countDocuments({ affiliateId, convertedAt: between }),
        refunds.collection.countDocuments({ affiliateId, at: between }),
      ]);
      return { orders, refunded };
    },
  });
