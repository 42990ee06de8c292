import { z } from 'zod';
import { type Language, languages, localeField } from '@tributary/contracts';
import { channels, switchableCategories } from '../domain/notification.ts';
import {
  categoryMatrix,
  emailFrequencies,
  isTimeZone,
  type Preferences,
} from '../domain/preferences.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be HH:MM');
const dateTime = z.iso.datetime({ offset: true });

const whetherUsed = z.boolean().describe('Whether the channel is used');
const ofChannels = Object.fromEntries(channels.map((channel) => [channel, whetherUsed])) as Record<
  (typeof channels)[number],
  z.ZodBoolean
>;
const categoryChannels = z
  .record(
    z.enum(switchableCategories),
    z
      .strictObject(ofChannels)
      .meta({ id: 'CategoryChannels', description: 'The channels of one category' }),
  )
  .describe(
    'Whether the notifications of a category use a channel, of those that are on. Security cannot be switched off.',
  );
const categoryChannelsChange = z
  .partialRecord(
    z.enum(switchableCategories),
    z.strictObject(ofChannels).partial().meta({
      id: 'SomeCategoryChannels',
      description: 'The channels of one category to switch; those left out stay as they are',
    }),
  )
  .describe('The categories to switch; those left out stay as they are');

const fields = {
  locale: localeField
    .describe(
      `The language (${languages.join(', ')}) of notifications and e-mails, and with a region the form of their amounts and dates`,
    )
    .meta({ examples: ['de-AT'] }),
  email_enabled: z.boolean(),
  email_frequency: z.enum(emailFrequencies),
  push_enabled: z.boolean(),
  sms_enabled: z.boolean(),
  in_app_enabled: z.boolean(),
  quiet_hours_enabled: z.boolean(),
  quiet_hours_start: timeOfDay.nullable(),
  quiet_hours_end: timeOfDay.nullable(),
  quiet_hours_timezone: z.string().max(64).refine(isTimeZone, 'Must be an IANA time zone'),
  dnd_enabled: z.boolean(),
  dnd_start: dateTime.nullable(),
  dnd_end: dateTime.nullable(),
};

export const preferencesSchema = z
  .object({ ...fields, category_channels: categoryChannels })
  .meta({ id: 'NotificationPreferences', description: 'What a person is notified of, and how' });
/** Fields left out stay unchanged. */
export const preferencesChange = z
  .strictObject({ ...fields, category_channels: categoryChannelsChange })
  .partial();

/** @param language that of users whose own is not known */
export const preferencesView = (
  preferences: Preferences,
  language: Language,
): z.input<typeof preferencesSchema> => ({
  locale: preferences.locale ?? language,
  category_channels: categoryMatrix(preferences),
  email_enabled: preferences.emailEnabled,
  email_frequency: preferences.emailFrequency,
  push_enabled: preferences.pushEnabled,
  sms_enabled: preferences.smsEnabled,
  in_app_enabled: preferences.inAppEnabled,
  quiet_hours_enabled: preferences.quietHoursEnabled,
  quiet_hours_start: preferences.quietHoursStart,
  quiet_hours_end: preferences.quietHoursEnd,
  quiet_hours_timezone: preferences.quietHoursTimezone,
  dnd_enabled: preferences.dndEnabled,
  dnd_start: preferences.dndStart?.toISOString() ?? null,
  dnd_end: preferences.dndEnd?.toISOString() ?? null,
});

const dateFields: ReadonlySet<string> = new Set(['dnd_start', 'dnd_end']);
const nameOf = (field: string): string =>
  field.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Only the preferences that the change sets. */
export const changedPreferences = (
  change: z.output<typeof preferencesChange>,
): Partial<Preferences> =>
  Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [
        nameOf(field),
        dateFields.has(field) && typeof value === 'string' ? new Date(value) : value,
      ]),
  );
