import { isDuplicateKey } from '@tributary/mongo';
import { defaultPreferences, type Preferences } from '../domain/preferences.ts';
import {
  type Collections,
  type ContactRow,
  type MemberRow,
  type PreferencesRow,
} from './collections.ts';

function preferencesOf(row: PreferencesRow | undefined): Preferences {
  if (row === undefined) return defaultPreferences;
  const { _id, ...preferences } = row;
  // What was added since the row was written has its default.
  return { ...defaultPreferences, ...preferences };
}

type Row = { readonly _id: string; readonly version: string };

/** Upserts that an older version does not win; its refusal shows as a duplicate key. */
const newest = <T extends Row>(rows: readonly T[]) =>
  rows.map(({ _id, ...row }) => ({
    updateOne: {
      filter: { _id, version: { $lt: row.version } },
      update: { $set: row },
      upsert: true,
    },
  }));

const unlessOlder = async (write: Promise<unknown>): Promise<void> => {
  try {
    await write;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
};

/** How to reach users, and what they are members of. */
const copies = ({ contacts, members }: Collections) => ({
  /** The newest copy of each wins, in whatever order they come. */
  keepContacts: async (rows: readonly ContactRow[]): Promise<void> => {
    const updates = newest(latest(rows));
    if (updates.length > 0) await unlessOlder(contacts.bulkWrite(updates, { ordered: false }));
  },

  keepMembers: async (rows: readonly MemberRow[]): Promise<void> => {
    const updates = newest(latest(rows));
    if (updates.length > 0) await unlessOlder(members.bulkWrite(updates, { ordered: false }));
  },

  findContact: async (userId: string): Promise<ContactRow | undefined> =>
    (await contacts.findOne({ _id: userId })) ?? undefined,

  listContacts: async (userIds: readonly string[]): Promise<Map<string, ContactRow>> => {
    const rows = await contacts.find({ _id: { $in: [...userIds] } }).toArray();
    return new Map(rows.map((row) => [row._id, row]));
  },

  /** Campaign names by `<campaignId> <affiliateId>`. */
  listCampaignNames: async (keys: readonly string[]): Promise<Map<string, string>> => {
    const rows = await members.find({ _id: { $in: [...keys] } }).toArray();
    return new Map(rows.map(({ _id, campaignName }) => [_id, campaignName]));
  },

  /** The affiliates of a campaign, so many at a time. */
  memberPages: async function* (campaignId: string, size: number): AsyncGenerator<string[]> {
    for (let after = ''; ;) {
      const rows = await members
        .find({ campaignId, active: true, affiliateId: { $gt: after } })
        .sort({ affiliateId: 1 })
        .limit(size)
        .project<{ affiliateId: string }>({ affiliateId: 1 })
        .toArray();
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(({ affiliateId }) => affiliateId);
      after = last.affiliateId;
    }
  },
});

/** Off is, too, a channel whose address takes no messages, for as long as it is the user's. */
const asReachable = (wished: Preferences, contact: ContactRow | undefined): Preferences => {
  if (contact === undefined) return wished;
  const { email, bouncedEmail, phone, bouncedPhone } = contact;
  return {
    ...wished,
    emailEnabled: wished.emailEnabled && bouncedEmail !== email,
    smsEnabled: wished.smsEnabled && (phone === null || bouncedPhone !== phone),
  };
};

/** How users want to be told, and can be. */
const wishes = ({ preferences, contacts }: Collections) => ({
  getPreferences: async (userId: string): Promise<Preferences> => {
    const [row, contact] = await Promise.all([
      preferences.findOne({ _id: userId }),
      contacts.findOne({ _id: userId }),
    ]);
    return asReachable(preferencesOf(row ?? undefined), contact ?? undefined);
  },

  listPreferences: async (userIds: readonly string[]): Promise<Map<string, Preferences>> => {
    const which = { _id: { $in: [...userIds] } };
    const [rows, known] = await Promise.all([
      preferences.find(which).toArray(),
      contacts.find(which).toArray(),
    ]);
    const rowOf = new Map(rows.map((row) => [row._id, row]));
    const contactOf = new Map(known.map((contact) => [contact._id, contact]));
    return new Map(
      userIds.map((id) => [id, asReachable(preferencesOf(rowOf.get(id)), contactOf.get(id))]),
    );
  },

  /** Sets some preferences; the others stay as they are. */
  setPreferences: async (userId: string, some: Partial<Preferences>): Promise<void> => {
    await preferences.updateOne({ _id: userId }, { $set: some }, { upsert: true });
  },
});

/** Addresses that take no messages. */
const bounces = ({ contacts }: Collections) => ({
  /** Remembers that an address takes no messages, for as long as it is the user's. */
  noteBounce: async (userId: string, channel: 'email' | 'sms', address: string): Promise<void> => {
    const bounced = channel === 'email' ? { bouncedEmail: address } : { bouncedPhone: address };
    await contacts.updateOne({ _id: userId }, { $set: bounced });
  },

  /** The user says that his address takes messages after all. */
  forgetBounce: async (userId: string, channel: 'email' | 'sms'): Promise<void> => {
    const bounced = channel === 'email' ? { bouncedEmail: null } : { bouncedPhone: null };
    await contacts.updateOne({ _id: userId }, { $set: bounced });
  },
});

/** What is known of users: how to reach them, how they want it, and what they are members of. */
export const peopleStore = (collections: Collections) => ({
  ...copies(collections),
  ...wishes(collections),
  ...bounces(collections),
});

/** The newest row of each id. */
function latest<T extends Row>(rows: readonly T[]): T[] {
  const byId = new Map<string, T>();
  for (const row of rows) {
    const known = byId.get(row._id);
    if (known === undefined || known.version < row.version) byId.set(row._id, row);
  }
  return [...byId.values()];
}
