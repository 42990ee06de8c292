import { IANAZone } from 'luxon';
import { MINUTE_MS, DAY_MS } from '@tributary/units';

/** A wall clock's reading: a day, as its midnight in UTC would be in ms, and minutes since then. */
export interface Reading {
  readonly dayMs: number;
  readonly minutes: number;
}

/** The zone's wall clock at `instant`. @throws RangeError for a zone that does not exist */
export function readingAt(instant: Date, zone: string): Reading {
  const localMs = instant.getTime() + offsetMs(zone, instant.getTime());
  const dayMs = Math.floor(localMs / DAY_MS) * DAY_MS;
  return { dayMs, minutes: Math.floor((localMs - dayMs) / MINUTE_MS) };
}

/**
 * When the zone's wall clock shows a reading. Where it shows it twice (clocks set back): the `first`
 * or `last` time. Where it never does (clocks set forward): the moment of the change.
 */
export function instantOf(reading: Reading, zone: string, choice: 'first' | 'last'): Date {
  const localMs = reading.dayMs + reading.minutes * MINUTE_MS;
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

/** The moment between two instants at which the zone's offset changes. */
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
  if (Number.isNaN(minutes)) throw new RangeError(`${zone} is no time zone`);
  return minutes * MINUTE_MS;
}

/** Minutes since midnight of an HH:MM text. */
export function minutesOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
}

export const nextDay = (dayMs: number, days = 1): number => dayMs + days * DAY_MS;
