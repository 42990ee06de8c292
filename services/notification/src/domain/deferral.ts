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

export interface DigestSlot {
  /** The local day of the digest, YYYY-MM-DD: one digest a day and user. */
  readonly day: string;
  readonly at: Date;
}

/** The next digest after `now`: at 08:00 in the user's zone, weekly ones on Mondays. */
export function nextDigest(
  { emailFrequency, quietHoursTimezone: zone }: Preferences,
  now: Date,
): DigestSlot {
  const today = readingAt(now, zone).dayMs;
  for (let days = 0; ; days += 1) {
    const dayMs = nextDay(today, days);
    if (emailFrequency === 'weekly' && new Date(dayMs).getUTCDay() !== MONDAY) continue;
    const at = instantOf({ dayMs, minutes: DIGEST_MINUTES }, zone, 'first');
    if (at > now) return { day: new Date(dayMs).toISOString().slice(0, 10), at };
  }
}
