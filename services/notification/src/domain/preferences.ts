import { IANAZone } from 'luxon';
import { type FieldIssue } from '@tributary/errors';
import { type Channel } from './notification.ts';

export const emailFrequencies = ['instant', 'daily', 'weekly', 'never'] as const;
export type EmailFrequency = (typeof emailFrequencies)[number];

/** A user’s notification settings. */
export interface Preferences {
  readonly emailEnabled: boolean;
  readonly emailFrequency: EmailFrequency;
  readonly pushEnabled: boolean;
  readonly smsEnabled: boolean;
  readonly inAppEnabled: boolean;
  readonly quietHoursEnabled: boolean;
  /** HH:MM, every day, in `quietHoursTimezone`. */
  readonly quietHoursStart: string | null;
  readonly quietHoursEnd: string | null;
  /** An IANA name; also the zone of digests. */
  readonly quietHoursTimezone: string;
  readonly dndEnabled: boolean;
  /** Start and end of one window, not repeated. */
  readonly dndStart: Date | null;
  readonly dndEnd: Date | null;
}

export const defaultPreferences: Preferences = {
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
