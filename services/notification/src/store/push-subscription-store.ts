import { notFound } from '@tributary/errors';
import { type Collections, type PushSubscriptionRow } from './collections.ts';

/** A browser that wants push messages, as it registers. */
export type NewSubscription = Omit<PushSubscriptionRow, '_id' | 'createdAt'>;

/** Browsers that are sent push messages. */
export const subscriptionStore = ({ pushSubscriptions }: Collections) => ({
  /** Keeps a browser's subscription; a browser that is known by its URL is now this user's. */
  keep: async (
    id: string,
    { endpoint, ...rest }: NewSubscription,
    now: Date,
  ): Promise<PushSubscriptionRow> => {
    const row = await pushSubscriptions.findOneAndUpdate(
      { endpoint },
      { $set: rest, $setOnInsert: { _id: id, createdAt: now } },
      { upsert: true, returnDocument: 'after' },
    );
    if (row === null) throw new Error('An upsert answered nothing');
    return row;
  },

  /** Newest first. */
  listOf: (userId: string): Promise<PushSubscriptionRow[]> =>
    pushSubscriptions.find({ userId }).sort({ createdAt: -1, _id: -1 }).toArray(),

  /** @throws not_found, also where it is somebody else's */
  remove: async (id: string, userId: string): Promise<void> => {
    const { deletedCount } = await pushSubscriptions.deleteOne({ _id: id, userId });
    if (deletedCount > 0) return;
    throw notFound('subscription_not_found', { message: 'There is no such subscription' });
  },

  /** Drops those that their browsers gave up. */
  drop: async (ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await pushSubscriptions.deleteMany({ _id: { $in: [...ids] } });
  },
});
