import { notFound } from '@tributary/errors';
import { type Collections, type PushSubscriptionDocument } from './collections.ts';

/** A browser's subscription before it has an id. */
export type NewPushSubscription = Required<Omit<PushSubscriptionDocument, '_id' | 'createdAt'>>;

export const pushSubscriptionStore = ({ pushSubscriptions }: Collections) => ({
  /** Inserts a subscription. A known endpoint keeps its id, and now belongs to this user. */
  upsert: async (
    id: string,
    { endpoint, ...rest }: NewPushSubscription,
    now: Date,
  ): Promise<PushSubscriptionDocument> => {
    const row = await pushSubscriptions.findOneAndUpdate(
      { endpoint },
      { $set: rest, $setOnInsert: { _id: id, createdAt: now } },
      { upsert: true, returnDocument: 'after' },
    );
    if (row === null) throw new Error('The upsert returned no document');
    return row;
  },

  /** Newest first. */
  list: (userId: string): Promise<PushSubscriptionDocument[]> =>
    pushSubscriptions.find({ userId }).sort({ createdAt: -1, _id: -1 }).toArray(),

  /** @throws not_found, also for another user's subscription */
  delete: async (id: string, userId: string): Promise<void> => {
    const { deletedCount } = await pushSubscriptions.deleteOne({ _id: id, userId });
    if (deletedCount > 0) return;
    throw notFound('subscription_not_found', { message: 'There is no such subscription' });
  },

  /** Deletes the browsers of a member of an account. */
  deleteOfMember: async (userId: string, memberId: string): Promise<void> => {
    await pushSubscriptions.deleteMany({ userId, memberId });
  },

  deleteMany: async (ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await pushSubscriptions.deleteMany({ _id: { $in: [...ids] } });
  },
});
