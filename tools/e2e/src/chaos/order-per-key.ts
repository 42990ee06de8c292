import { scanTopics } from '@tributary/messaging/testing/scan-topics';

/** Their events add up in any order, so transactions that run at the same time may write them. */
const ORDER_IS_FREE = new Set([
  'tracking.click-counts',
  'tracking.paid-clicks',
  'tracking.announced-clicks',
]);

/** The events of a topic and key: the newest id so far, and all of them. */
interface Seen {
  last: string;
  readonly ids: Set<string>;
}

/**
 * Reads every topic whose order matters, and finds the keys whose events are not in the order of their ids, which grow with time. An event
 * that is there once more counts where it came first. Only systems with one instance of each service have one clock.
 */
export async function reorderedKeys(
  kafkaBrokers: string,
  namespace: string,
): Promise<{ keys: number; reordered: string[] }> {
  const seen = new Map<string, Seen>();
  const reordered = new Set<string>();
  await scanTopics(kafkaBrokers.split(','), namespace, ({ topic, key, headers }) => {
    const id = headers['ce_id'];
    if (key === null || id === undefined || ORDER_IS_FREE.has(topic)) return;
    const name = `${topic} ${key}`;
    const before = seen.get(name);
    if (before === undefined) {
      seen.set(name, { last: id, ids: new Set([id]) });
      return;
    }
    if (before.ids.has(id)) return;
    if (id < before.last) reordered.add(`${name} has ${id} after ${before.last}`);
    before.ids.add(id);
    before.last = id;
  });
  const keys = [...seen.values()].filter(({ ids }) => ids.size > 1).length;
  return { keys, reordered: [...reordered] };
}
