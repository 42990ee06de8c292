import { IANAZone } from 'luxon';
import { MINUTE_MS, DAY_MS } from '@tributary/units';

/** A local date and time: the date as the milliseconds of its midnight in UTC, and the minutes since midnight. */
export interface WallClock {
  readonly dayMs: number;
  readonly minutes: number;
}

/** The local date and time of a zone at `instant`. @throws RangeError for an unknown zone */
export function wallClockAt(instant: Date, zone: string): WallClock {
  const localMs = instant.getTime() + offsetMs(zone, instant.getTime());
  const dayMs = Math.floor(localMs / DAY_MS) * DAY_MS;
  return { dayMs, minutes: Math.floor((localMs - dayMs) / MINUTE_MS) };
}

/**
 * The instant of a local date and time. Where it occurs twice (clocks set back): the `first` or `last`
 * occurrence. Where it is skipped (clocks set forward): the time of the change.
 */
export function instantOf(wallClock: WallClock, zone: string, choice: 'first' | 'last'): Date {
  const localMs = wallClock.dayMs + wallClock.minutes * MINUTE_MS;
  const before = offsetMs(zone, localMs - DAY_MS);
  const after = offsetMs(zone, localMs + DAY_MS);
  const candidates = [localMs - before, localMs - after]
    .filter((ms) => ms + offsetMs(zone, ms) === localMs)
    .sort((a, b) => a - b);
  const found = choice === 'first' ? candidates[0] : candidates.at(-1);
  if (found !== undefined) return new Date(found);
  return new Date(
    changeBetween(zone, localMs - Math.max(before, after) - DAY_MS, localMs + DAY_MS),
  );
}

/** The time between two instants at which the zone’s offset changes. */
function changeBetween(zone: string, fromMs: number, toMs: number): number {
  const first = offsetMs(zone, fromMs);
  let [low, high] = [fromMs, toMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMs(zone, middle) === first) low = middle;
    else high = middle;
  }
  return high;
}

function offsetMs(zone: string, instantMs: number): number {
  const minutes = IANAZone.create(zone).offset(instantMs);
  if (Number.isNaN(minutes)) throw new RangeError(`${zone} is not a time zone`);
  return minutes * MINUTE_MS;
}

/** The minutes since midnight of an `HH:MM` text. */
export function minutesOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
}

export const addDays = (dayMs: number, days: number): number => dayMs + days * DAY_MS;
