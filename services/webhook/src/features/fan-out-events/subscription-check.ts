import { type EventName } from '../../domain/event-catalog.ts';

const FRESH_MS = 1_000;

/**
 * Whether anybody listens to an event, known for a second at a time: an event of high volume then
 * costs nothing while nobody does. A subscription made by another instance counts a second later.
 */
export function createListenerCheck(
  look: (name: EventName) => Promise<boolean>,
  now: () => number,
): (name: EventName) => Promise<boolean> {
  const known = new Map<EventName, { at: number; answer: Promise<boolean> }>();
  return (name) => {
    const recent = known.get(name);
    if (recent !== undefined && now() - recent.at < FRESH_MS) return recent.answer;
    const answer = look(name);
    known.set(name, { at: now(), answer });
    // A failed look is not remembered.
    answer.catch(() => known.delete(name));
    return answer;
  };
}
