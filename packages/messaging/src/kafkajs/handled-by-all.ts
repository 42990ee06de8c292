import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { REPLAY_GROUPS } from '../dead-letter-topics.ts';
import { type Position, READING_GROUPS } from '../port.ts';
import type { Client } from './client.ts';
import { withAdmin } from './admin.ts';
import { namesAmong, portPartition, versionOfName } from './topic-names.ts';

/** The stored position of a group that has none. */
const NONE = '-1';
const FIRST = '0';

type Places = Map<string, Position>;

function keepLowest(lowest: Places, position: Position): void {
  const place = `${position.topic}/${String(position.partition)}`;
  const known = lowest.get(place);
  if (known === undefined || BigInt(position.offset) < BigInt(known.offset)) {
    lowest.set(place, position);
  }
}

/** The groups of services in this namespace: those of commands read by themselves. */
export async function groupsOf(admin: kafkajs.Admin, prefix: string): Promise<string[]> {
  const { groups } = await admin.listGroups();
  return groups
    .map(({ groupId }) => groupId)
    .filter((groupId) => groupId.startsWith(prefix))
    .filter((groupId) => !groupId.startsWith(prefix + READING_GROUPS))
    .filter((groupId) => !groupId.startsWith(prefix + REPLAY_GROUPS));
}

/** Longer than a rebalance of a group takes. */
const JOINED_WITHIN_MS = 20_000;
const POLL_MS = 100;

/**
 * The members of a group, each with what it subscribes to: the broker has nothing of it while the group shares out
 * its partitions. @throws Error where that takes too long
 */
async function membersOf(
  admin: kafkajs.Admin,
  groupId: string,
): Promise<kafkajs.MemberDescription[]> {
  const giveUpAt = performance.now() + JOINED_WITHIN_MS;
  for (;;) {
    const { groups } = await admin.describeGroups([groupId]);
    const members = groups.flatMap((group) => group.members);
    if (members.every(({ memberMetadata }) => memberMetadata.length > 0)) return members;
    if (performance.now() > giveUpAt)
      throw new Error(`The group ${groupId} has not joined in time`);
    await sleep(POLL_MS);
  }
}

/** The topics that the members of a group subscribe to. */
async function subscribedBy(admin: kafkajs.Admin, groupId: string): Promise<Set<string>> {
  const decoded = (await membersOf(admin, groupId)).map(({ memberMetadata }) =>
    kafkajs.AssignerProtocol.MemberMetadata.decode(memberMetadata),
  );
  return new Set(decoded.flatMap((metadata) => metadata?.topics ?? []));
}

/** The positions of a group on the topics that it reads; where it has none yet, the first one. */
export async function positionsOf(
  admin: kafkajs.Admin,
  groupId: string,
  topics: string[],
): Promise<Position[]> {
  const subscribed = await subscribedBy(admin, groupId);
  const stored = await admin.fetchOffsets({ groupId, topics });
  const read = stored.filter(
    ({ topic, partitions }) =>
      subscribed.has(topic) || partitions.some(({ offset }) => offset !== NONE),
  );
  return read.flatMap(({ topic, partitions }) =>
    partitions.map(({ partition, offset }) => ({
      topic,
      partition,
      offset: offset === NONE ? FIRST : offset,
    })),
  );
}

/** For each partition, the lowest position of a group that reads it. A partition that nobody reads is left out. */
export async function handledByAll(client: Client, topics: readonly string[]): Promise<Position[]> {
  const { topicPrefix } = client;
  return withAdmin(client, async (admin) => {
    const named = namesAmong(await admin.listTopics(), topicPrefix, topics);
    const lowest: Places = new Map();
    for (const groupId of await groupsOf(admin, topicPrefix)) {
      for (const { topic: name, partition, offset } of await positionsOf(admin, groupId, named)) {
        const { topic, version } = versionOfName(name.slice(topicPrefix.length));
        keepLowest(lowest, { topic, partition: portPartition(version, partition), offset });
      }
    }
    return [...lowest.values()];
  });
}
