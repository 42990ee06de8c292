import { type Models, type RefundRow } from './models.ts';

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
