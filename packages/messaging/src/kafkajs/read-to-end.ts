import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { backOffMs } from '@tributary/work';
import { type Position, READING_GROUPS, type ReadOptions } from '../port.ts';
import type { Client } from './client.ts';
import { handledOffsets, placeOf } from './handled-offsets.ts';
import { incomingMessage } from './incoming.ts';
import { brokerPartition, namesAmong, portPartition, versionOfName } from './topic-names.ts';

const TRIES = 10;

/** The offset to read up to (exclusive), by topic and partition. */
type Ends = Map<string, bigint>;

/**
 * Reads from the stored progress, or from the beginning, up to the current end: messages added
 * during the read are left for the next one.
 */
export async function readToEnd(client: Client, options: ReadOptions): Promise<void> {
  const isLasting = options.progressGroup !== undefined;
  const groupId =
    client.topicPrefix + (options.progressGroup ?? `${READING_GROUPS}${randomUUID()}`);
  const admin = client.kafka.admin();
  await admin.connect();
  try {
    const topics = namesAmong(await admin.listTopics(), client.topicPrefix, options.topics);
    if (topics.length === 0) return;
    if (options.from !== undefined) await begin(admin, groupId, client.topicPrefix, options.from);
    const ends = await onceLed(() => findEnds(admin, groupId, topics));
    if (ends.size > 0) await read(client, options, { groupId, topics, ends });
    if (!isLasting && ends.size > 0) await admin.deleteGroups([groupId]);
  } finally {
    await admin.disconnect();
  }
}

/** Retries while a topic that was just created or moved has no leader. */
async function onceLed<T>(work: () => Promise<T>): Promise<T> {
  const wait = (attempt: number): number => backOffMs(attempt, { firstMs: 100, maxMs: 1_000 });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isPassing(error)) throw error;
      await sleep(wait(attempt));
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof kafkajs.KafkaJSError && error.retriable;

/** Lets a group begin at these positions. */
async function begin(
  admin: kafkajs.Admin,
  groupId: string,
  topicPrefix: string,
  from: readonly Position[],
): Promise<void> {
  const places = from.map(({ topic, partition, offset }) => ({
    ...brokerPartition(topic, partition),
    offset,
  }));
  for (const [name, ofName] of Map.groupBy(places, (place) => place.name)) {
    const partitions = ofName.map(({ partition, offset }) => ({ partition, offset }));
    await admin.setOffsets({ groupId, topic: topicPrefix + name, partitions });
  }
}

async function findEnds(
  admin: kafkajs.Admin,
  groupId: string,
  topics: readonly string[],
): Promise<Ends> {
  const ends: Ends = new Map();
  const done = await handledOffsets(admin, groupId, topics);
  for (const topic of topics) {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
      const place = placeOf(topic, partition);
      const from = [done.get(place) ?? 0n, BigInt(low)].reduce((a, b) => (a > b ? a : b));
      if (from < BigInt(high)) ends.set(place, BigInt(high));
    }
  }
  return ends;
}

interface Reading {
  readonly groupId: string;
  readonly topics: string[];
  readonly ends: Ends;
}

async function read(client: Client, options: ReadOptions, reading: Reading): Promise<void> {
  const { groupId, topics, ends } = reading;
  const consumer = client.kafka.consumer({ groupId, maxWaitTimeInMs: 250 });
  const finished = Promise.withResolvers<undefined>();
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    finished.reject(payload.error);
  });
  let stopped = false;
  const readBatch = async (payload: kafkajs.EachBatchPayload) => {
    const { batch } = payload;
    const place = placeOf(batch.topic, batch.partition);
    const { topic, version } = versionOfName(batch.topic.slice(client.topicPrefix.length));
    const partition = portPartition(version, batch.partition);
    for (const message of batch.messages) {
      const end = ends.get(place);
      if (stopped || end === undefined || BigInt(message.offset) >= end) break;
      const decision = await options.take(incomingMessage(topic, partition, message));
      payload.resolveOffset(message.offset);
      if (BigInt(message.offset) + 1n >= end) ends.delete(place);
      stopped = decision === 'stop';
      await payload.heartbeat();
    }
    if (stopped || ends.size === 0) finished.resolve(undefined);
  };
  try {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({ eachBatchAutoResolve: false, eachBatch: readBatch });
    await finished.promise;
  } finally {
    await consumer.disconnect();
  }
}
