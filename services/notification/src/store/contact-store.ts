import { type Collections, type ContactDocument } from './collections.ts';
import { upsertNewer } from './upsert-newer.ts';

/** The channels whose messages can bounce. */
export type BouncingChannel = 'email' | 'sms';

/** Users' addresses, and the addresses that bounced. */
export const contactStore = ({ contacts }: Collections) => ({
  upsert: (rows: readonly ContactDocument[]): Promise<void> =>
    upsertNewer(rows, (updates) => contacts.bulkWrite(updates, { ordered: false })),

  find: async (userId: string): Promise<ContactDocument | undefined> =>
    (await contacts.findOne({ _id: userId })) ?? undefined,

  list: async (userIds: readonly string[]): Promise<Map<string, ContactDocument>> => {
    const rows = await contacts.find({ _id: { $in: [...userIds] } }).toArray();
    return new Map(rows.map((row) => [row._id, row]));
  },

  /** Disables the channel for as long as the user has this address. */
  saveBounce: async (userId: string, channel: BouncingChannel, address: string): Promise<void> => {
    const bounced = channel === 'email' ? { bouncedEmail: address } : { bouncedPhone: address };
    await contacts.updateOne({ _id: userId }, { $set: bounced });
  },

  clearBounce: async (userId: string, channel: BouncingChannel): Promise<void> => {
    const bounced = channel === 'email' ? { bouncedEmail: null } : { bouncedPhone: null };
    await contacts.updateOne({ _id: userId }, { $set: bounced });
  },
});
export type ContactStore = ReturnType<typeof contactStore>;
