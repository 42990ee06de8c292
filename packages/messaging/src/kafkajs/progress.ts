import type kafkajs from 'kafkajs';
import { SECOND_MS } from '@tributary/units';
import { createSharedReads, withTimeout } from '@tributary/work';
import type { GroupProgress } from '../port.ts';
import { openAdmin } from './admin.ts';
import type { Client } from './client.ts';
import { handledOffsets, type Offsets, placeOf } from './handled-offsets.ts';
import { openHandledWait } from './handled-wait.ts';
import { findOldestAge } from './oldest-age.ts';
import { namesAmong } from './topic-names.ts';

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

/** One connection for all reads; equal ones of one moment are shared. */
export function openProgress(client: Client): GroupProgress {
  const { use, close } = openAdmin(client);
  const untilHandled = openHandledWait(client, use);
  const shareLag = createSharedReads<number>();

  return {
    // A broker that accepts requests and answers none would delay the answer for much longer.
    hasHandledAll: ({ group, topic, withinMs }) =>
      withTimeout(withinMs, untilHandled(group, topic, withinMs), () => false),
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
