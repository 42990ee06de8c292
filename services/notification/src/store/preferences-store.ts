import { createBatcher } from '@tributary/work';
import { defaultPreferences, type Preferences } from '../domain/preferences.ts';
import { type Collections, type ContactDocument, type PreferencesDocument } from './collections.ts';

function preferencesOf(row: PreferencesDocument | undefined): Preferences {
  if (row === undefined) return defaultPreferences;
  const { _id, ...preferences } = row;
  // Settings that are newer than the document have their defaults.
  return { ...defaultPreferences, ...preferences };
}

/**
 * Disables the channels whose address bounced; the stored settings stay, and apply to a new address. The
 * locale is that of the registration until the user chooses one.
 */
function withContact(preferences: Preferences, contact: ContactDocument | undefined): Preferences {
  if (contact === undefined) return preferences;
  const { email, bouncedEmail, phone, bouncedPhone, locale = null } = contact;
  return {
    ...preferences,
    locale: preferences.locale ?? locale,
    emailEnabled: preferences.emailEnabled && bouncedEmail !== email,
    smsEnabled: preferences.smsEnabled && (phone === null || bouncedPhone !== phone),
  };
}

/** Each switch of a category is a field of its own, so that the others stay. */
const fieldsOf = ({ categoryChannels = {}, ...fields }: Partial<Preferences>) => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(categoryChannels).flatMap(([category, switches]) =>
      Object.entries(switches).map(([channel, isOn]) => [
        `categoryChannels.${category}.${channel}`,
        isOn,
      ]),
    ),
  ),
});

/** Users whose settings are read in one query, and that may wait for it. */
const MAX_PER_READ = 500;
const MAX_WAITING = 20_000;

/** Users' notification settings, as far as their addresses accept messages. */
export const preferencesStore = ({ preferences, contacts }: Collections) => {
  const list = async (userIds: readonly string[]): Promise<Map<string, Preferences>> => {
    const filter = { _id: { $in: [...userIds] } };
    const [rows, contactRows] = await Promise.all([
      preferences.find(filter).toArray(),
      contacts.find(filter).toArray(),
    ]);
    const rowOf = new Map(rows.map((row) => [row._id, row]));
    const contactOf = new Map(contactRows.map((contact) => [contact._id, contact]));
    return new Map(
      userIds.map((id) => [id, withContact(preferencesOf(rowOf.get(id)), contactOf.get(id))]),
    );
  };
  const reads = createBatcher<string, Preferences>({
    maxItems: MAX_PER_READ,
    maxWaiting: MAX_WAITING,
    run: async (userIds) => {
      const found = await list([...new Set(userIds)]);
      return userIds.map((id) => found.get(id) ?? defaultPreferences);
    },
  });
  return {
    /** Calls at the same time share a query, because notifications are sent many at a time. */
    get: reads.add,

    list,

    /** Sets the given preferences; the others stay unchanged. */
    update: async (userId: string, change: Partial<Preferences>): Promise<void> => {
      await preferences.updateOne({ _id: userId }, { $set: fieldsOf(change) }, { upsert: true });
    },
  };
};
