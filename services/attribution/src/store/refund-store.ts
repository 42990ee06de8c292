import { type RefundHistory } from '../domain/evidence.ts';
import { openDailyHistories } from './daily-histories.ts';
import { type Collections, type RefundDocument } from './collections.ts';

const HISTORY_DAYS = 90;

/** Refunds and reversals of orders. */
export const refundStore = ({ refunds }: Collections) => ({
  /** An order's refunds only grow, so that a repeated or late event changes nothing. */
  save: async (rows: readonly RefundDocument[]): Promise<void> => {
    if (rows.length === 0) return;
    const upserts = rows.map(({ _id, affiliateId, refundedMinor, isReversed, at }) => ({
      updateOne: {
        filter: { _id: _id },
        update: {
          $setOnInsert: { affiliateId, at },
          $max: { refundedMinor, isReversed },
        },
        upsert: true,
      },
    }));
    await refunds.bulkWrite(upserts, { ordered: false });
  },
});

const NONE: RefundHistory = { orders: 0, refunded: 0 };

/** How many of affiliates' orders were refunded. */
export const openRefundHistories = ({ refunds, assessments }: Collections) =>
  openDailyHistories({
    days: HISTORY_DAYS,
    none: NONE,
    count: async (affiliateId, between) => {
      const [orders, refunded] = await Promise.all([
        assessments.countDocuments({ affiliateId, convertedAt: between }),
        refunds.countDocuments({ affiliateId, at: between }),
      ]);
      return { orders, refunded };
    },
  });
