import { setTimeout as sleep } from 'node:timers/promises';
import { createSharedReads } from '@tributary/work';
import type { UseAdmin } from './admin.ts';
import type { Client } from './client.ts';
import { handledOffsets, type Offsets, placeOf } from './handled-offsets.ts';

const POLL_MS = 50;

/**
 * Waits until a group has handled every record that a topic has when the wait begins; resolves to false after
 * `withinMs`. Equal reads of several waits are shared, but each has its own end: none waits for one that began earlier.
 */
export function openHandledWait(client: Client, use: UseAdmin) {
  const shareEnds = createSharedReads<Offsets>();
  const shareHandled = createSharedReads<Offsets>();

  /** The offset after each partition's last record, of partitions that have had records. */
  const findEnds = (names: readonly string[]): Promise<Offsets> =>
    use(async (admin) => {
      const ends = new Map<string, bigint>();
      for (const name of names) {
        for (const { partition, low, high } of await admin.fetchTopicOffsets(name)) {
          if (BigInt(low) < BigInt(high)) ends.set(placeOf(name, partition), BigInt(high));
        }
      }
      return ends;
    });

  const hasReached = async (
    groupId: string,
    names: readonly string[],
    ends: Offsets,
  ): Promise<boolean> => {
    const done = await shareHandled(`${groupId} ${names.join(' ')}`, () =>
      use((admin) => handledOffsets(admin, groupId, names)),
    );
    return [...ends].every(([place, end]) => (done.get(place) ?? 0n) >= end);
  };

  return async (group: string, topic: string, withinMs: number): Promise<boolean> => {
    const giveUpAt = performance.now() + withinMs;
    const ends = await shareEnds(topic, async () => {
      await client.versions.refresh();
      return findEnds(client.versions.namesOf(topic));
    });
    const names = client.versions.namesOf(topic);
    while (!(await hasReached(client.topicPrefix + group, names, ends))) {
      if (performance.now() > giveUpAt) return false;
      await sleep(POLL_MS);
    }
    return true;
  };
}
