import { randomUUID } from 'node:crypto';
import kafkajs from 'kafkajs';
import { header } from '../envelope.ts';
import type { TopicMoves, VersionState } from '../port.ts';
import { type UseAdmin, withAdmin } from './admin.ts';
import type { Client } from './client.ts';
import { groupsOf, positionsOf } from './handled-by-all.ts';
import { nameOfVersion, versionsAmong } from './topic-names.ts';

/** The type of a version's first record, which no consumer handles. */
const OPENED = 'topic.opened.v1';
/** Of a setting: stated for this topic. */
const OF_TOPIC: kafkajs.ConfigSource = 1;

interface Place {
  readonly name: string;
  readonly version: number;
}

async function namesOf(admin: kafkajs.Admin, prefix: string, topic: string): Promise<Place[]> {
  const existing = await admin.listTopics();
  const versions = versionsAmong(existing, prefix, [topic]).get(topic) ?? [];
  return versions.map((version) => ({ version, name: prefix + nameOfVersion({ topic, version }) }));
}

async function stateOf(admin: kafkajs.Admin, { name, version }: Place): Promise<VersionState> {
  const offsets = await admin.fetchTopicOffsets(name);
  const records = offsets.map(({ low, high }) => BigInt(high) - BigInt(low));
  return {
    version,
    partitions: offsets.length,
    isOpen: version === 1 || offsets.some(({ high }) => BigInt(high) > 0n),
    records: records.reduce((sum, count) => sum + count, 0n),
  };
}

/** Replicas and settings of a topic, for another one that shall be like it. */
async function settingsOf(admin: kafkajs.Admin, name: string) {
  const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
  const replicationFactor = topics[0]?.partitions[0]?.replicas.length ?? 1;
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name }],
  });
  const own = (resources[0]?.configEntries ?? []).filter(
    (entry) => entry.configSource === OF_TOPIC,
  );
  const configEntries = own.map((entry) => ({ name: entry.configName, value: entry.configValue }));
  return { replicationFactor, configEntries };
}

async function groupsBehind(
  admin: kafkajs.Admin,
  prefix: string,
  names: readonly string[],
): Promise<string[]> {
  const ends = await Promise.all(names.map((name) => admin.fetchTopicOffsets(name)));
  const limits = new Map(
    names.flatMap((name, index) =>
      (ends[index] ?? []).map((one) => [`${name}/${String(one.partition)}`, one] as const),
    ),
  );
  const behind: string[] = [];
  for (const groupId of await groupsOf(admin, prefix)) {
    const positions = await positionsOf(admin, groupId, [...names]);
    const isBehind = positions.some(({ topic, partition, offset }) => {
      const limit = limits.get(`${topic}/${String(partition)}`);
      if (limit === undefined || limit.low === limit.high) return false;
      return BigInt(offset) < BigInt(limit.high);
    });
    if (isBehind) behind.push(groupId.slice(prefix.length));
  }
  return behind;
}

export function openTopicMoves(client: Client): TopicMoves {
  const { topicPrefix: prefix, kafka } = client;
  // A connection of its own for each: one that knows a version from before its removal fails at its next request.
  const use: UseAdmin = (work) => withAdmin(client, work);
  const newest = async (admin: kafkajs.Admin, topic: string): Promise<Place> => {
    const place = (await namesOf(admin, prefix, topic)).at(-1);
    if (place === undefined) throw new Error(`There is no topic ${topic}`);
    return place;
  };
  return {
    list: (topic) =>
      use(async (admin) => {
        const states: VersionState[] = [];
        for (const place of await namesOf(admin, prefix, topic)) {
          states.push(await stateOf(admin, place));
        }
        return states;
      }),
    add: (topic, numPartitions) =>
      use(async (admin) => {
        const { name, version } = await newest(admin, topic);
        const settings = await settingsOf(admin, name);
        const added = prefix + nameOfVersion({ topic, version: version + 1 });
        const topics = [{ topic: added, numPartitions, ...settings }];
        await admin.createTopics({ waitForLeaders: true, topics });
      }),
    behind: (topic) =>
      use(async (admin) => {
        const names = (await namesOf(admin, prefix, topic)).map(({ name }) => name);
        return groupsBehind(admin, prefix, names.slice(0, -1));
      }),
    open: (topic) =>
      use(async (admin) => {
        const { name } = await newest(admin, topic);
        const producer = kafka.producer({ allowAutoTopicCreation: false });
        await producer.connect();
        try {
          await producer.send({ topic: name, acks: -1, messages: [opening()] });
        } finally {
          await producer.disconnect();
        }
      }),
    remove: (topic, version) =>
      use((admin) => admin.deleteTopics({ topics: [prefix + nameOfVersion({ topic, version })] })),
  };
}

const opening = () => ({
  key: null,
  value: '{}',
  partition: 0,
  headers: {
    [header.id]: randomUUID(),
    [header.type]: OPENED,
    [header.source]: '/topic-partitions',
    [header.time]: new Date().toISOString(),
    [header.specVersion]: '1.0',
    [header.contentType]: 'application/json',
  },
});
