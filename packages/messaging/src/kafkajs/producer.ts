import { setTimeout as sleep } from 'node:timers/promises';
import type kafkajs from 'kafkajs';
import type { OutgoingMessage, Producer, ProducerOptions, Refusal } from '../port.ts';
import type { Client } from './client.ts';
import { packed } from './fast-produce.ts';
import type { KnownVersions } from './known-versions.ts';
import { partitionByKey } from './partition-by-key.ts';

const ACKS_ALL = -1;

/** One connected producer. */
export async function openProducer(
  client: Client,
  options: Required<ProducerOptions>,
): Promise<Producer> {
  const producer = client.kafka.producer({
    idempotent: options.idempotent,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: partitionByKey,
    retry: { retries: options.retries, initialRetryTime: 100, maxRetryTime: 1_000 },
  });
  await producer.connect();
  await client.versions.refresh();
  return {
    send: async (messages) => {
      // An idempotent producer counts sequence numbers by the messages that kafkajs knows.
      const pack = options.idempotent ? asTheyAre : packedByKey;
      // Learned for later sends; only the relay has to know it before.
      client.versions.refresh().catch(() => undefined);
      const topicMessages = byTopic(messages, client.versions, pack);
      await producer.sendBatch({ acks: ACKS_ALL, timeout: 5_000, topicMessages });
    },
    close: async () => {
      const closed = producer.disconnect().catch(() => undefined);
      await Promise.race([closed, sleep(2_000, undefined, { ref: false })]);
    },
  };
}

type Pack = (messages: readonly OutgoingMessage[]) => kafkajs.Message[];

const asTheyAre: Pack = (messages) =>
  messages.map(({ key, value, headers }) => ({ key, value, headers }));

const packedByKey: Pack = (messages) => {
  const byKey = Map.groupBy(messages, ({ key }) => key);
  return [...byKey].flatMap(([key, ofKey]) =>
    key === null || ofKey.length === 1 ? asTheyAre(ofKey) : [packed(key, ofKey) as kafkajs.Message],
  );
};

function byTopic(
  messages: readonly OutgoingMessage[],
  { nameToWrite }: Pick<KnownVersions, 'nameToWrite'>,
  pack: Pack,
): kafkajs.TopicMessages[] {
  const topics = Map.groupBy(messages, ({ topic }) => topic);
  return [...topics].map(([topic, ofTopic]) => ({
    topic: nameToWrite(topic),
    messages: pack(ofTopic),
  }));
}

const MESSAGE_REFUSALS = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD']);
const TOPIC_REFUSALS = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'INVALID_TOPIC_EXCEPTION',
  'TOPIC_AUTHORIZATION_FAILED',
]);

/** Finds the broker’s error under the errors that kafkajs wraps around it. */
export function refusalOf(error: unknown): Refusal | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const type = 'type' in current ? String(current.type) : '';
    if (MESSAGE_REFUSALS.has(type)) return 'message';
    if (TOPIC_REFUSALS.has(type) || current.name === 'KafkaJSMetadataNotLoaded') return 'topic';
    current = current.cause;
  }
  return undefined;
}
