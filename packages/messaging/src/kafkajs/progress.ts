import { setTimeout as sleep } from 'node:timers/promises';
import { createSharedReads } from '@tributary/work';
import type { GroupProgress } from '../port.ts';
import { openAdmin } from './admin.ts';
import type { Client } from './client.ts';
import { handledOffsets, placeOf } from './handled-offsets.ts';

const POLL_MS = 50;

/** One connection for all questions; those of one moment about one group and topic share an answer. */
export function openProgress(client: Client): GroupProgress {
  const { use, close } = openAdmin(client);
  const share = createSharedReads<boolean>();

  /** The offset after each partition's last record, of partitions that have had records. */
  const findEnds = (topic: string): Promise<Map<string, bigint>> =>
    use(async (admin) => {
      const partitions = await admin.fetchTopicOffsets(topic);
      const filled = partitions.filter(({ low, high }) => BigInt(low) < BigInt(high));
      return new Map(
        filled.map(({ partition, high }) => [placeOf(topic, partition), BigInt(high)]),
      );
    });

  const hasReached = (groupId: string, topic: string, ends: ReadonlyMap<string, bigint>) =>
    use(async (admin) => {
      const done = await handledOffsets(admin, groupId, [topic]);
      return [...ends].every(([place, end]) => (done.get(place) ?? 0n) >= end);
    });

  return {
    hasHandledAll: ({ group, topic, withinMs }) =>
      share(`${group} ${topic}`, async () => {
        const giveUpAt = performance.now() + withinMs;
        const named = client.topicPrefix + topic;
        const ends = await findEnds(named);
        while (!(await hasReached(client.topicPrefix + group, named, ends))) {
          if (performance.now() > giveUpAt) return false;
          await sleep(POLL_MS);
        }
        return true;
      }),
    close,
  };
}
