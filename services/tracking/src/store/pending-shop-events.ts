import type mongoose from 'mongoose';
import { type ShopRefund } from '../domain/shop-order.ts';
import { type Collections, type PendingShopEventDocument } from './collections.ts';

type Update = mongoose.mongo.UpdateFilter<PendingShopEventDocument>;

/** Maximum number of refunds stored for one order; an order has few. */
const MAX_REFUNDS = 50;

type PendingShopEvents = Pick<
  PendingShopEventDocument,
  'refunds' | 'isCancelled' | 'transactionId'
>;

/** Refunds, cancellations and names that arrived before their orders: platforms deliver webhooks in any order. */
export const pendingShopEvents = ({ pendingShopEvents: events }: Collections) => {
  const idOf = (brandId: string, orderId: string): string => `${brandId} ${orderId}`;
  const upsert = async (_id: string, update: Update): Promise<void> => {
    await events.updateOne({ _id }, update, { upsert: true });
  };
  return {
    addRefund: (
      brandId: string,
      orderId: string,
      { refund, at }: { refund: ShopRefund; at: Date },
    ): Promise<void> => {
      const refunds = { $each: [refund], $slice: -MAX_REFUNDS };
      const update = { $push: { refunds }, $set: { at }, $setOnInsert: { isCancelled: false } };
      return upsert(idOf(brandId, orderId), update);
    },
    addCancellation: (brandId: string, orderId: string, at: Date): Promise<void> => {
      const update = { $set: { isCancelled: true, at }, $setOnInsert: { refunds: [] } };
      return upsert(idOf(brandId, orderId), update);
    },
    addTransaction: (
      brandId: string,
      orderId: string,
      { transactionId, at }: { transactionId: string; at: Date },
    ): Promise<void> => {
      const $setOnInsert = { refunds: [], isCancelled: false };
      return upsert(idOf(brandId, orderId), { $set: { transactionId, at }, $setOnInsert });
    },
    find: async (brandId: string, orderId: string): Promise<PendingShopEvents | undefined> =>
      (await events.findOne({ _id: idOf(brandId, orderId) })) ?? undefined,
  };
};
