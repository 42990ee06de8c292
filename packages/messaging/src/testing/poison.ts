import { setTimeout as pause } from 'node:timers/promises';
import * as contracts from '@tributary/contracts';
import { type EventType, topics as catalog } from '@tributary/contracts';
import type { Log } from '@tributary/mongo';
import { deadTopicOf, header } from '../envelope.ts';
import { kafkajsAdapter } from '../kafkajs/adapter.ts';
import type { KafkaPort, OutgoingMessage } from '../port.ts';

const quiet = (): void => undefined;
const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

const eventTypes = Object.values(contracts as Readonly<Record<string, unknown>>).filter(
  (value): value is EventType =>
    typeof value === 'function' && 'type' in value && 'topic' in value && 'schema' in value,
);

const OVERSIZED = 900_000;

const allTopics = catalog.map(({ name }) => name);

const headersOf = (id: string, type: string, more: Readonly<Record<string, string>> = {}) => ({
  [header.id]: id,
  [header.type]: type,
  [header.time]: '2026-01-01T00:00:00.000Z',
  ...more,
});

/** What no consumer of a topic can read, whichever events it handles: each group makes it a dead letter. */
function unreadable(topic: string, mark: string): OutgoingMessage[] {
  const key = (kind: string): string => `${mark}-${kind}`;
  return [
    { topic, key: key('foreign'), value: 'hello', headers: {} },
    { topic, key: key('empty'), value: null, headers: {} },
    { topic, key: key('id'), value: '{}', headers: headersOf('$ne {', 'user.registered.v1') },
    { topic, key: key('large'), value: 'x'.repeat(OVERSIZED), headers: {} },
  ];
}

/** What the consumers of an event cannot read, and others pass over. */
function malformed({ type, topic }: EventType, mark: string): OutgoingMessage[] {
  const message = (
    kind: string,
    value: string | null,
    more: Readonly<Record<string, string>> = {},
  ): OutgoingMessage => {
    const id = `${mark}-${type}-${kind}`;
    return { topic, key: id, value, headers: headersOf(id, type, more) };
  };
  return [
    message('json', '{"a":'),
    message('schema', '{"poison":true}'),
    message('list', '[]'),
    message('null', null),
    message('time', '{}', { [header.time]: 'tomorrow' }),
    message('proto', '{"__proto__":{"a":1},"constructor":{"prototype":{}}}'),
  ];
}

export interface Poison {
  readonly sent: number;
  /** The unreadable ones that must become dead letters: of topics that somebody reads. */
  readonly expected: ReadonlySet<string>;
  /** The expected ones that are no dead letters yet. */
  missing(): Promise<string[]>;
}

async function deadKeys(port: KafkaPort, topics: readonly string[]): Promise<Set<string>> {
  const keys = new Set<string>();
  await port.readToEnd({
    topics: topics.map(deadTopicOf),
    take: ({ key }) => {
      if (key !== null) keys.add(key);
      return Promise.resolve('more');
    },
  });
  return keys;
}

interface PoisonOptions {
  /** The beginning of each message's key. */
  readonly mark: string;
  /** By default all. */
  readonly topics?: readonly string[];
  /** The pause before each message, ms; default 0. */
  readonly everyMs?: number;
}

/** Sends messages of every bad kind to topics of a running system. */
export async function sendPoison(
  brokers: readonly string[],
  namespace: string,
  { mark, topics = allTopics, everyMs = 0 }: PoisonOptions,
): Promise<Poison> {
  const client = { brokers, clientId: 'poison', log, topicPrefix: namespace };
  const port = kafkajsAdapter({ ...client, replicationFactor: 1, minInsyncReplicas: 1 });
  const read = new Set((await port.handledByAll(topics)).map(({ topic }) => topic));
  const certain = topics.flatMap((topic) => unreadable(topic, `${mark}-${topic}`));
  const rest = eventTypes
    .filter(({ topic }) => topics.includes(topic))
    .flatMap((eventType) => malformed(eventType, mark));
  const producer = await port.openProducer({ idempotent: false });
  try {
    for (const message of [...certain, ...rest]) {
      await pause(everyMs);
      await producer.send([message]);
    }
  } finally {
    await producer.close();
  }
  const expected = new Set(
    certain.filter(({ topic }) => read.has(topic)).map(({ key }) => String(key)),
  );
  return {
    sent: certain.length + rest.length,
    expected,
    missing: async () => {
      const dead = await deadKeys(port, topics);
      return [...expected].filter((key) => !dead.has(key));
    },
  };
}
