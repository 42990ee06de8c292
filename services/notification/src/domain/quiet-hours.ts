import { addDays, instantOf, minutesOf, wallClockAt } from './local-time.ts';
import { type Preferences } from './preferences.ts';

/** A window that ends inside another window extends it; longer chains than this do not exist. */
const MAX_WINDOWS = 8;

/** The earliest time from `now` on that lies outside quiet hours and do-not-disturb. */
export function nextSendTime(preferences: Preferences, now: Date): Date {
  let at = now;
  for (let window = 0; window < MAX_WINDOWS; window += 1) {
    const end = endOfDoNotDisturb(preferences, at) ?? endOfQuietHours(preferences, at);
    if (end === undefined) return at;
    at = end;
  }
  return at;
}

function endOfDoNotDisturb(
  { dndEnabled, dndStart, dndEnd }: Preferences,
  at: Date,
): Date | undefined {
  if (!dndEnabled || dndStart === null || dndEnd === null) return undefined;
  return dndStart <= at && at < dndEnd ? dndEnd : undefined;
}

/** The end of the quiet hours that include `at`. Equal start and end mean no quiet hours. */
function endOfQuietHours(preferences: Preferences, at: Date): Date | undefined {
  const { quietHoursEnabled, quietHoursStart, quietHoursEnd } = preferences;
  if (!quietHoursEnabled || quietHoursStart === null || quietHoursEnd === null) return undefined;
  const [start, end] = [minutesOf(quietHoursStart), minutesOf(quietHoursEnd)];
  if (start === end) return undefined;
  const zone = preferences.quietHoursTimezone;
  const today = wallClockAt(at, zone).dayMs;
  for (const dayMs of [addDays(today, -1), today]) {
    const endDayMs = end > start ? dayMs : addDays(dayMs, 1);
    const from = instantOf({ dayMs, minutes: start }, zone, 'first');
    const to = instantOf({ dayMs: endDayMs, minutes: end }, zone, 'last');
    if (from <= at && at < to) return to;
  }
  return undefined;
}
