import { setTimeout as sleep } from 'node:timers/promises';
import type kafkajs from 'kafkajs';
import { SECOND_MS } from '@tributary/units';
import { createSharedReads, withTimeout } from '@tributary/work';
import type { GroupProgress } from '../port.ts';
import { openAdmin } from './admin.ts';
import type { Client } from './client.ts';
import { handledOffsets, placeOf } from './handled-offsets.ts';
import { findOldestAge } from './oldest-age.ts';
import { namesAmong } from './topic-names.ts';

const POLL_MS = 50;

type Offsets = ReadonlyMap<string, bigint>;

/** The first offset of each partition that a group has not handled, of partitions that have such a record. */
export async function findUnhandled(
  admin: kafkajs.Admin,
  groupId: string,
  topics: readonly string[],
): Promise<Offsets> {
  const done = await handledOffsets(admin, groupId, topics);
  const unhandled = new Map<string, bigint>();
  for (const topic of topics) {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
      const place = placeOf(topic, partition);
      const handled = done.get(place) ?? 0n;
      const next = handled > BigInt(low) ? handled : BigInt(low);
      if (next < BigInt(high)) unhandled.set(place, next);
    }
  }
  return unhandled;
}

/** Whether a record at these offsets is older than a time: the first one that is not lies behind it. */
async function hasOlder(
  admin: kafkajs.Admin,
  topics: readonly string[],
  { unhandled, than }: { readonly unhandled: Offsets; readonly than: number },
): Promise<boolean> {
  for (const topic of topics) {
    for (const { partition, offset } of await admin.fetchTopicOffsetsByTimestamp(topic, than)) {
      const next = unhandled.get(placeOf(topic, partition));
      if (next !== undefined && BigInt(offset) > next) return true;
    }
  }
  return false;
}

async function findLag(
  admin: kafkajs.Admin,
  groupId: string,
  topics: readonly string[],
): Promise<number> {
  const unhandled = await findUnhandled(admin, groupId, topics);
  const behind = topics.filter((topic) =>
    [...unhandled.keys()].some((place) => place.startsWith(`${topic}/`)),
  );
  const now = Date.now();
  const ageMs = await findOldestAge((reachedMs) =>
    hasOlder(admin, behind, { unhandled, than: now - reachedMs }),
  );
  return ageMs / SECOND_MS;
}

/** One connection for all questions; those of one moment about one group and topic share an answer. */
export function openProgress(client: Client): GroupProgress {
  const { use, close } = openAdmin(client);
  const share = createSharedReads<boolean>();
  const shareLag = createSharedReads<number>();

  /** The offset after each partition's last record, of partitions that have had records. */
  const findEnds = (names: readonly string[]): Promise<Map<string, bigint>> =>
    use(async (admin) => {
      const ends = new Map<string, bigint>();
      for (const name of names) {
        for (const { partition, low, high } of await admin.fetchTopicOffsets(name)) {
          if (BigInt(low) < BigInt(high)) ends.set(placeOf(name, partition), BigInt(high));
        }
      }
      return ends;
    });

  const hasReached = (
    groupId: string,
    names: readonly string[],
    ends: ReadonlyMap<string, bigint>,
  ) =>
    use(async (admin) => {
      const done = await handledOffsets(admin, groupId, names);
      return [...ends].every(([place, end]) => (done.get(place) ?? 0n) >= end);
    });

  const untilHandled = async (group: string, topic: string, withinMs: number) => {
    const giveUpAt = performance.now() + withinMs;
    await client.versions.refresh();
    const names = client.versions.namesOf(topic);
    const ends = await findEnds(names);
    while (!(await hasReached(client.topicPrefix + group, names, ends))) {
      if (performance.now() > giveUpAt) return false;
      await sleep(POLL_MS);
    }
    return true;
  };

  return {
    // A broker that accepts requests and answers none would delay the answer for much longer.
    hasHandledAll: ({ group, topic, withinMs }) =>
      share(`${group} ${topic}`, () =>
        withTimeout(withinMs, untilHandled(group, topic, withinMs), () => false),
      ),
    lagSeconds: (group, topics) =>
      shareLag(`${group} ${topics.join(' ')}`, () =>
        use(async (admin) => {
          const names = namesAmong(await admin.listTopics(), client.topicPrefix, topics);
          return findLag(admin, client.topicPrefix + group, names);
        }),
      ),
    close,
  };
}
