import { type ConversionSnapshot } from '@tributary/contracts';
import { type RefundHistory } from '../domain/evidence.ts';
import { openDailyHistories } from './daily-histories.ts';
import { type Collections, type RefundDocument } from './collections.ts';

const HISTORY_DAYS = 90;

/** A refunded conversion as an event reports it. */
interface ReportedRefund {
  readonly data: ConversionSnapshot;
  readonly occurredAt: Date;
}

const documentOf = ({ data, occurredAt }: ReportedRefund): RefundDocument => ({
  _id: data.conversionId,
  affiliateId: data.affiliateId,
  refundedMinor: data.refundedMinor,
  isReversed: data.status === 'reversed',
  at: occurredAt,
  ...(data.revision === undefined ? {} : { revision: data.revision }),
});

/** Refunds and reversals of orders. */
export const refundStore = ({ refunds }: Collections) => ({
  /** Which of these orders were refunded or reversed, in part or as a whole. */
  listRefunded: async (conversionIds: readonly string[]): Promise<Set<string>> => {
    const where = { _id: { $in: [...conversionIds] } };
    const found = await refunds.find(where, { projection: { _id: 1 } }).toArray();
    return new Set(found.map(({ _id }) => _id));
  },
  /**
   * An order's refunds only grow, so that a repeated or late event changes nothing; those of a higher revision
   * replace the earlier ones.
   */
  save: async (reported: readonly ReportedRefund[]): Promise<void> => {
    if (reported.length === 0) return;
    const upserts = reported.map(documentOf).flatMap((row) => {
      const { _id, affiliateId, refundedMinor, isReversed, at, revision } = row;
      const own = { affiliateId, at, ...(revision === undefined ? {} : { revision }) };
      const upsert = {
        updateOne: {
          filter: { _id: _id },
          update: { $setOnInsert: own, $max: { refundedMinor, isReversed } },
          upsert: true,
        },
      };
      if (revision === undefined) return [upsert];
      const filter = { _id: _id, revision: { $not: { $gte: revision } } };
      const update = { $set: { ...own, refundedMinor, isReversed } };
      return [{ updateOne: { filter, update } }, upsert];
    });
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
