import type { EventReading } from './context.ts';

/**
 * Groups events of one type, as large as possible without an event overtaking an earlier one of its
 * key. `kindOf` replaces the type where several types are handled alike.
 */
export function groupByType<Handler>(
  readings: readonly EventReading<Handler>[],
  kindOf: (reading: EventReading<Handler>) => unknown = ({ event }) => event.type,
): EventReading<Handler>[][] {
  const groups: EventReading<Handler>[][] = [];
  const placeOfKey = new Map<string, number>();
  const placeOfKind = new Map<unknown, number>();
  for (const reading of readings) {
    const kind = kindOf(reading);
    const key = reading.message.key ?? reading.event.id;
    const open = placeOfKind.get(kind) ?? -1;
    // Joins the last group of its kind, unless a later group contains its key.
    const place = open >= (placeOfKey.get(key) ?? 0) ? open : groups.length;
    (groups[place] ??= []).push(reading);
    placeOfKey.set(key, place);
    placeOfKind.set(kind, place);
  }
  return groups;
}
