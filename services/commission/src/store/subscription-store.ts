import type { Session } from '@tributary/mongo';
import type { Subscription } from '../domain/subscription.ts';
import type { Collections } from './collections.ts';

const idOf = ({ campaignId, customerKey }: Pick<Subscription, 'campaignId' | 'customerKey'>) =>
  `${campaignId}/${customerKey}`;

/** The first sales of customers of subscription campaigns. */
export const subscriptionStore = ({ subscriptions }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    find: async (campaignId: string, customerKey: string): Promise<Subscription | undefined> => {
      const _id = idOf({ campaignId, customerKey });
      const doc = await subscriptions.findOne({ _id }, options);
      if (doc === null) return undefined;
      const { _id: _key, ...subscription } = doc;
      return subscription;
    },

    /** Of two concurrent first sales, one fails with a duplicate key or a write conflict. */
    save: async (subscription: Subscription): Promise<void> => {
      const _id = idOf(subscription);
      await subscriptions.replaceOne({ _id }, subscription, { ...options, upsert: true });
    },

    /** Erases the link to a customer's first sale; its date remains. @returns the number of subscriptions */
    forgetFirst: async (firstConversionId: string): Promise<number> => {
      const forgotten = { $set: { firstConversionId: null } };
      const where = { firstConversionId };
      return (await subscriptions.updateMany(where, forgotten, options)).matchedCount;
    },
  };
};
