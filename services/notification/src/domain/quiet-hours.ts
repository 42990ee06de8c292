import { instantOf, minutesOf, nextDay, readingAt } from './local-time.ts';
import { type Preferences } from './preferences.ts';

/** A window that ends in another one is left by both; more than this many in a row do not exist. */
const WINDOWS_AT_MOST = 8;

/** When somebody may be disturbed from `now` on: now, or at the end of quiet hours and do-not-disturb. */
export function whenUndisturbed(preferences: Preferences, now: Date): Date {
  let at = now;
  for (let step = 0; step < WINDOWS_AT_MOST; step += 1) {
    const end = endOfDnd(preferences, at) ?? endOfQuietHours(preferences, at);
    if (end === undefined) return at;
    at = end;
  }
  return at;
}

function endOfDnd({ dndEnabled, dndStart, dndEnd }: Preferences, at: Date): Date | undefined {
  if (!dndEnabled || dndStart === null || dndEnd === null) return undefined;
  return dndStart <= at && at < dndEnd ? dndEnd : undefined;
}

/** The end of the quiet hours that `at` lies in. Equal start and end mean none. */
function endOfQuietHours(preferences: Preferences, at: Date): Date | undefined {
  const { quietHoursEnabled, quietHoursStart, quietHoursEnd } = preferences;
  if (!quietHoursEnabled || quietHoursStart === null || quietHoursEnd === null) return undefined;
  const [start, end] = [minutesOf(quietHoursStart), minutesOf(quietHoursEnd)];
  if (start === end) return undefined;
  const zone = preferences.quietHoursTimezone;
  const today = readingAt(at, zone).dayMs;
  for (const dayMs of [nextDay(today, -1), today]) {
    const endDayMs = end > start ? dayMs : nextDay(dayMs);
    const from = instantOf({ dayMs, minutes: start }, zone, 'first');
    const to = instantOf({ dayMs: endDayMs, minutes: end }, zone, 'last');
    if (from <= at && at < to) return to;
  }
  return undefined;
}

const DIGEST_MINUTES = 8 * 60;
const MONDAY = 1;
const WEEK_DAYS = 7;

/**
 * When the next digest after `now` may be sent: at 08:00 in the user's zone, weekly ones on Mondays, or
 * once he may be disturbed after that. Those that wait for one end are the same digest.
 */
export function nextDigest(preferences: Preferences, now: Date): Date {
  const { emailFrequency, quietHoursTimezone: zone } = preferences;
  const isWeekly = emailFrequency === 'weekly';
  const today = readingAt(now, zone).dayMs;
  // From the last one's time on: it may still wait.
  for (let days = isWeekly ? -WEEK_DAYS : -1; ; days += 1) {
    const dayMs = nextDay(today, days);
    if (isWeekly && new Date(dayMs).getUTCDay() !== MONDAY) continue;
    const slot = instantOf({ dayMs, minutes: DIGEST_MINUTES }, zone, 'first');
    const at = whenUndisturbed(preferences, slot);
    if (at > now) return at;
  }
}
