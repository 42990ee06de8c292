import type mongoose from 'mongoose';
import { defineCollection } from './define-collection.ts';

/** Whether an account is suspended, by the last change of its status. */
export interface SuspensionDocument {
  /** The account's id. */
  readonly _id: string;
  readonly isSuspended: boolean;
  readonly changedAt: Date;
  /** Written by transactions that depend on the suspension, so that a reinstatement conflicts with them. */
  readonly holds?: number;
}

/** A service's copy of the suspended accounts, which the events of identity feed. */
export const suspensions = defineCollection<SuspensionDocument>({
  name: 'account_suspensions',
  shardKey: { _id: 'hashed' },
  // There are few, and a redelivered event must not suspend an account again.
  retention: 'permanent',
  personal: 'none',
});

type Handle = mongoose.mongo.Collection<SuspensionDocument>;

export const suspensionStore = (handle: Handle, session?: mongoose.mongo.ClientSession) => {
  const options = session === undefined ? {} : { session };

  const listSuspended = async (accountIds: readonly string[]): Promise<ReadonlySet<string>> => {
    if (accountIds.length === 0) return new Set();
    const filter = { _id: { $in: [...new Set(accountIds)] }, isSuspended: true };
    const found = await handle.find(filter, options).toArray();
    return new Set(found.map(({ _id }) => _id));
  };

  return {
    /** Saves the state of an account since `changedAt`; an older change never replaces a newer one. */
    save: async ({ _id, isSuspended, changedAt }: SuspensionDocument): Promise<void> => {
      const isNewer = { $gt: [changedAt, { $ifNull: ['$changedAt', new Date(0)] }] };
      const update = {
        isSuspended: { $cond: [isNewer, isSuspended, '$isSuspended'] },
        changedAt: { $max: ['$changedAt', changedAt] },
      };
      await handle.updateOne({ _id }, [{ $set: update }], { ...options, upsert: true });
    },

    /** Those of these accounts that are suspended. */
    listSuspended,

    /** The same, and none of them is reinstated before the current transaction ends. */
    lockSuspended: async (accountIds: readonly string[]): Promise<ReadonlySet<string>> => {
      const suspended = await listSuspended(accountIds);
      if (suspended.size > 0) {
        await handle.updateMany({ _id: { $in: [...suspended] } }, { $inc: { holds: 1 } }, options);
      }
      return suspended;
    },
  };
};
export type SuspensionStore = ReturnType<typeof suspensionStore>;
