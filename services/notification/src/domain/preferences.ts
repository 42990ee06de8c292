import { IANAZone } from 'luxon';
import { type FieldIssue } from '@tributary/errors';

export const emailFrequencies = ['instant', 'daily', 'weekly', 'never'] as const;
export type EmailFrequency = (typeof emailFrequencies)[number];

/** How somebody wants to be told. */
export interface Preferences {
  readonly emailEnabled: boolean;
  readonly emailFrequency: EmailFrequency;
  readonly pushEnabled: boolean;
  readonly smsEnabled: boolean;
  readonly inAppEnabled: boolean;
  readonly quietHoursEnabled: boolean;
  /** HH:MM, every day, in the zone. */
  readonly quietHoursStart: string | null;
  readonly quietHoursEnd: string | null;
  /** An IANA name; also the zone of digests. */
  readonly quietHoursTimezone: string;
  readonly dndEnabled: boolean;
  /** A one-off window. */
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

/** What does not fit together in a set of preferences, by the names of the contract. */
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
