import { type StoreRefund } from '../domain/shop-order.ts';
import { type EarlyStoreWordDocument, type Models } from './models.ts';

/** Of one order; a store that says more of it says nothing new. */
const MAX_REFUNDS = 50;

/** What stores said of orders that were not known then: platforms keep no order among their messages. */
export const earlyStoreWords = ({ earlyStoreWords: words }: Models) => {
  const idOf = (brandId: string, orderId: string): string => `${brandId} ${orderId}`;
  return {
    noteRefund: async (
      brandId: string,
      orderId: string,
      { refund, at }: { refund: StoreRefund; at: Date },
    ): Promise<void> => {
      const refunds = { $each: [refund], $slice: -MAX_REFUNDS };
      const update = { $push: { refunds }, $set: { at }, $setOnInsert: { isCancelled: false } };
      await words.collection.updateOne({ _id: idOf(brandId, orderId) } as never, update as never, {
        upsert: true,
      });
    },
    noteCancellation: async (brandId: string, orderId: string, at: Date): Promise<void> => {
      const update = { $set: { isCancelled: true, at }, $setOnInsert: { refunds: [] } };
      await words.collection.updateOne({ _id: idOf(brandId, orderId) } as never, update, {
        upsert: true,
      });
    },
    find: async (
      brandId: string,
      orderId: string,
    ): Promise<Pick<EarlyStoreWordDocument, 'refunds' | 'isCancelled'> | undefined> =>
      (await words.findById(idOf(brandId, orderId)).lean()) ?? undefined,
  };
};
