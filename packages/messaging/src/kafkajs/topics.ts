import { setTimeout as sleep } from 'node:timers/promises';
import type kafkajs from 'kafkajs';
import type { TopicSpec } from '../port.ts';
import type { Client } from './client.ts';
import { nameOfVersion, versionsAmong } from './topic-names.ts';

export interface Durability {
  /** Copies of each partition: 1 in development, 3 in production. */
  readonly replicationFactor: number;
  /** Copies that must have a message before it is acknowledged: 1, or 2 of 3 in production. */
  readonly minInsyncReplicas: number;
}

/** With three replicas one may be away; with fewer, none. */
export const durabilityOf = (replicationFactor: number): Durability => ({
  replicationFactor,
  minInsyncReplicas: replicationFactor >= 3 ? 2 : 1,
});

const TRIES = 20;

/**
 * Creates missing topics and waits until each partition has a leader, because first sends and joins
 * fail otherwise. Brokers do not create topics on use, because a mistyped name would become one.
 */
export async function createTopics(
  client: Client,
  durability: Durability,
  topics: readonly TopicSpec[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const admin = client.kafka.admin();
    try {
      await admin.connect();
      await createMissing(admin, client, durability, topics);
      return;
    } catch (error) {
      // A broker that has just started may not lead yet; another instance may be creating the same
      // topic.
      if (attempt === TRIES) throw error;
      client.log.debug({ err: error }, 'Topics could not be created yet; retrying');
      await sleep(Math.min(100 * attempt, 1_000));
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }
}

async function createMissing(
  admin: kafkajs.Admin,
  client: Client,
  durability: Durability,
  topics: readonly TopicSpec[],
): Promise<void> {
  const names = topics.map(({ name }) => name);
  const at = performance.now();
  const present = await admin.listTopics();
  const existing = versionsAmong(present, client.topicPrefix, names);
  const wanted = topics.map((topic) => {
    const version = existing.get(topic.name)?.at(-1);
    const name = nameOfVersion({ topic: topic.name, version: version ?? 1 });
    return { ...topic, name: client.topicPrefix + name, isMissing: version === undefined };
  });
  const missing = wanted.filter(({ isMissing }) => isMissing);
  if (missing.length > 0) {
    await admin.createTopics({
      waitForLeaders: true,
      topics: missing.map((topic) => ({
        topic: topic.name,
        numPartitions: topic.partitions,
        replicationFactor: durability.replicationFactor,
        configEntries: Object.entries({
          'min.insync.replicas': String(durability.minInsyncReplicas),
          ...topic.config,
        }).map(([name, value]) => ({ name, value })),
      })),
    });
  }
  const all = [...present, ...missing.map(({ name }) => name)];
  await client.versions.learnFrom(admin, { names: all, at });
  const found = await checkLeaders(admin, wanted);
  reportOthers(
    client,
    wanted.filter(({ isMissing }) => !isMissing),
    found,
  );
}

/** The partitions of topics. @throws where one has no leader yet */
async function checkLeaders(
  admin: kafkajs.Admin,
  wanted: readonly TopicSpec[],
): Promise<ReadonlyMap<string, number>> {
  const names = wanted.map((topic) => topic.name);
  const { topics } = await admin.fetchTopicMetadata({ topics: names });
  for (const { name, partitions } of topics) {
    if (partitions.some(({ leader }) => leader < 0)) throw new Error(`${name} has no leader yet`);
  }
  return new Map(topics.map(({ name, partitions }) => [name, partitions.length]));
}

/** An existing topic keeps its partitions, since a key would change to another one and lose its order. */
function reportOthers(
  { log }: Client,
  existing: readonly TopicSpec[],
  found: ReadonlyMap<string, number>,
): void {
  const others = existing.filter(({ name, partitions }) => found.get(name) !== partitions);
  if (others.length === 0) return;
  const kept = others.map(
    ({ name, partitions }) => `${name}: ${String(found.get(name))}, not ${String(partitions)}`,
  );
  log.info(
    { topics: kept },
    'Topics that exist keep their partitions; the tool topic-partitions moves them to more',
  );
}
