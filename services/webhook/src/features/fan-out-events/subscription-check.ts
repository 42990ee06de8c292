import { type EventName } from '../../domain/event-catalog.ts';

const CACHE_MS = 1_000;

/**
 * Whether any endpoint subscribes to an event, cached for a second, so that an event of high volume costs
 * nothing without subscribers. A subscription made by another instance takes effect a second later.
 */
export function createSubscriptionCheck(
  query: (name: EventName) => Promise<boolean>,
  now: () => number,
): (name: EventName) => Promise<boolean> {
  const cache = new Map<EventName, { at: number; result: Promise<boolean> }>();
  return (name) => {
    const cached = cache.get(name);
    if (cached !== undefined && now() - cached.at < CACHE_MS) return cached.result;
    const result = query(name);
    cache.set(name, { at: now(), result });
    // A failed query is not cached.
    result.catch(() => cache.delete(name));
    return result;
  };
}
