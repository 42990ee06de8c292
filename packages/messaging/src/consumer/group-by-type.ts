import type { EventReading } from './context.ts';

/**
 * Groups events of one type, as large as possible without an event overtaking an earlier one of its
 * key.
 */
export function groupByType<Handler>(
  readings: readonly EventReading<Handler>[],
): EventReading<Handler>[][] {
  const groups: EventReading<Handler>[][] = [];
  const placeOfKey = new Map<string, number>();
  const placeOfType = new Map<string, number>();
  for (const reading of readings) {
    const { type, id } = reading.event;
    const key = reading.message.key ?? id;
    const open = placeOfType.get(type) ?? -1;
    // Joins the last group of its type, unless a later group contains its key.
    const place = open >= (placeOfKey.get(key) ?? 0) ? open : groups.length;
    (groups[place] ??= []).push(reading);
    placeOfKey.set(key, place);
    placeOfType.set(type, place);
  }
  return groups;
}
