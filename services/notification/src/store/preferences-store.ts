import { defaultPreferences, type Preferences } from '../domain/preferences.ts';
import { type Collections, type ContactDocument, type PreferencesDocument } from './collections.ts';

function preferencesOf(row: PreferencesDocument | undefined): Preferences {
  if (row === undefined) return defaultPreferences;
  const { _id, ...preferences } = row;
  // Settings that are newer than the document have their defaults.
  return { ...defaultPreferences, ...preferences };
}

/** Disables the channels whose address bounced; the stored settings stay, and apply to a new address. */
function withoutBounced(
  preferences: Preferences,
  contact: ContactDocument | undefined,
): Preferences {
  if (contact === undefined) return preferences;
  const { email, bouncedEmail, phone, bouncedPhone } = contact;
  return {
    ...preferences,
    emailEnabled: preferences.emailEnabled && bouncedEmail !== email,
    smsEnabled: preferences.smsEnabled && (phone === null || bouncedPhone !== phone),
  };
}

/** Users' notification settings, as far as their addresses accept messages. */
export const preferencesStore = ({ preferences, contacts }: Collections) => ({
  get: async (userId: string): Promise<Preferences> => {
    const [row, contact] = await Promise.all([
      preferences.findOne({ _id: userId }),
      contacts.findOne({ _id: userId }),
    ]);
    return withoutBounced(preferencesOf(row ?? undefined), contact ?? undefined);
  },

  list: async (userIds: readonly string[]): Promise<Map<string, Preferences>> => {
    const filter = { _id: { $in: [...userIds] } };
    const [rows, contactRows] = await Promise.all([
      preferences.find(filter).toArray(),
      contacts.find(filter).toArray(),
    ]);
    const rowOf = new Map(rows.map((row) => [row._id, row]));
    const contactOf = new Map(contactRows.map((contact) => [contact._id, contact]));
    return new Map(
      userIds.map((id) => [id, withoutBounced(preferencesOf(rowOf.get(id)), contactOf.get(id))]),
    );
  },

  /** Sets the given preferences; the others stay unchanged. */
  update: async (userId: string, change: Partial<Preferences>): Promise<void> => {
    await preferences.updateOne({ _id: userId }, { $set: change }, { upsert: true });
  },
});
