import { z } from 'zod';
import { emailFrequencies, isTimeZone, type Preferences } from '../domain/preferences.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be HH:MM');
const moment = z.iso.datetime({ offset: true });

const fields = {
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
  dnd_start: moment.nullable(),
  dnd_end: moment.nullable(),
};

export const preferencesSchema = z.object(fields);
/** Any of the fields; those left out stay as they are. */
export const preferencesChange = z.strictObject(fields).partial();

export const preferencesView = (chosen: Preferences): z.input<typeof preferencesSchema> => ({
  email_enabled: chosen.emailEnabled,
  email_frequency: chosen.emailFrequency,
  push_enabled: chosen.pushEnabled,
  sms_enabled: chosen.smsEnabled,
  in_app_enabled: chosen.inAppEnabled,
  quiet_hours_enabled: chosen.quietHoursEnabled,
  quiet_hours_start: chosen.quietHoursStart,
  quiet_hours_end: chosen.quietHoursEnd,
  quiet_hours_timezone: chosen.quietHoursTimezone,
  dnd_enabled: chosen.dndEnabled,
  dnd_start: chosen.dndStart?.toISOString() ?? null,
  dnd_end: chosen.dndEnd?.toISOString() ?? null,
});

const moments: ReadonlySet<string> = new Set(['dnd_start', 'dnd_end']);
const nameOf = (field: string): string =>
  field.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** The preferences that a change sets, and no others. */
export const changedPreferences = (
  change: z.output<typeof preferencesChange>,
): Partial<Preferences> =>
  Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [
        nameOf(field),
        moments.has(field) && typeof value === 'string' ? new Date(value) : value,
      ]),
  );
