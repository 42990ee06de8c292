import { IANAZone } from 'luxon';
import { type FieldIssue } from '@tributary/errors';
import {
  type AnyType,
  type Category,
  categoryOf,
  type Channel,
  channels,
  type SwitchableCategory,
  switchableCategories,
} from './notification.ts';

export const emailFrequencies = ['instant', 'daily', 'weekly', 'never'] as const;
export type EmailFrequency = (typeof emailFrequencies)[number];

/** The channels of one category; absent ones are on. */
export type CategoryChannels = Readonly<Partial<Record<Channel, boolean>>>;

/** A user’s notification settings. */
export interface Preferences {
  /** A BCP 47 tag; null where neither the user nor the browser of the registration named one. */
  readonly locale: string | null;
  /** What the user switched for single categories, within the channels that are on. */
  readonly categoryChannels: Readonly<Partial<Record<SwitchableCategory, CategoryChannels>>>;
  readonly emailEnabled: boolean;
  readonly emailFrequency: EmailFrequency;
  readonly pushEnabled: boolean;
  readonly smsEnabled: boolean;
  readonly inAppEnabled: boolean;
  readonly quietHoursEnabled: boolean;
  /** HH:MM, every day, in `quietHoursTimezone`. */
  readonly quietHoursStart: string | null;
  readonly quietHoursEnd: string | null;
  /** An IANA name; also the zone of digests, and of times in texts. */
  readonly quietHoursTimezone: string;
  readonly dndEnabled: boolean;
  /** Start and end of one window, not repeated. */
  readonly dndStart: Date | null;
  readonly dndEnd: Date | null;
}

export const defaultPreferences: Preferences = {
  locale: null,
  categoryChannels: {},
  emailEnabled: true,
  emailFrequency: 'instant',
  pushEnabled: false,
  smsEnabled: false,
  inAppEnabled: true,
  quietHoursEnabled: false,
  quietHoursStart: null,
  quietHoursEnd: null,
  quietHoursTimezone: 'UTC',
  dndEnabled: false,
  dndStart: null,
  dndEnd: null,
};

export const isTimeZone = (name: string): boolean => IANAZone.isValidZone(name);

/** Contradictions between preferences, by the field names of the public contract. */
export function preferencesIssues(preferences: Preferences): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const { quietHoursEnabled, quietHoursStart, quietHoursEnd } = preferences;
  if (quietHoursEnabled && (quietHoursStart === null || quietHoursEnd === null)) {
    issues.push({ path: 'quiet_hours_enabled', message: 'Needs quiet_hours_start and _end' });
  }
  const { dndEnabled, dndStart, dndEnd } = preferences;
  if (dndEnabled && (dndStart === null || dndEnd === null)) {
    issues.push({ path: 'dnd_enabled', message: 'Needs dnd_start and dnd_end' });
  }
  if (dndStart !== null && dndEnd !== null && dndStart >= dndEnd) {
    issues.push({ path: 'dnd_start', message: 'Must lie before dnd_end' });
  }
  return issues;
}

/** Whether the user wants notifications of a category over a channel; security cannot be switched off. */
const isCategoryOn = (
  category: Category,
  channel: Channel,
  { categoryChannels }: Pick<Preferences, 'categoryChannels'>,
): boolean => category === 'security' || categoryChannels[category]?.[channel] !== false;

/** The categories that the user switched off for a channel. */
export const categoriesOff = (channel: Channel, preferences: Preferences): SwitchableCategory[] =>
  switchableCategories.filter((category) => !isCategoryOn(category, channel, preferences));

/** Every category with every channel, as the user switched them. */
export const categoryMatrix = (
  preferences: Pick<Preferences, 'categoryChannels'>,
): Record<SwitchableCategory, Record<Channel, boolean>> =>
  Object.fromEntries(
    switchableCategories.map((category) => [
      category,
      Object.fromEntries(
        channels.map((channel) => [channel, isCategoryOn(category, channel, preferences)]),
      ),
    ]),
  ) as Record<SwitchableCategory, Record<Channel, boolean>>;

/** Why a notification is suppressed whose category is switched off. */
export const CATEGORY_DISABLED = 'category_disabled';

/** Why the preferences exclude a notification of a type; undefined where they allow it. */
export const exclusionOf = (
  type: AnyType,
  channel: Channel,
  preferences: Preferences,
): string | undefined =>
  disabledReason(channel, preferences) ??
  (isCategoryOn(categoryOf(type), channel, preferences) ? undefined : CATEGORY_DISABLED);

/** Why the preferences exclude a channel; undefined where they allow it. */
export function disabledReason(channel: Channel, preferences: Preferences): string | undefined {
  if (channel === 'email' && preferences.emailFrequency === 'never') return 'email_frequency_never';
  const enabled = {
    email: preferences.emailEnabled,
    push: preferences.pushEnabled,
    sms: preferences.smsEnabled,
    in_app: preferences.inAppEnabled,
  };
  return enabled[channel] ? undefined : `${channel}_disabled`;
}
