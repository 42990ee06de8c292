import { type DomainEvent, type EventType } from '@tributary/contracts';
import { type Log, type Mongo, openMongo, transactionOf } from '@tributary/mongo';
import { Registry } from '@tributary/metrics';
import { z } from 'zod';
import { type Bus, type BusOptions, openBus } from '../bus.ts';
import type { HandledEvent } from '../consumer/handlers.ts';
import { kafkajsAdapter } from '../kafkajs/adapter.ts';
import type { IncomingMessage, KafkaPort } from '../port.ts';
import { newNamespace } from './namespaces.ts';

/** Its own database and topic prefix on the real engines. */
export interface World {
  readonly prefix: string;
  readonly log: Log;
  readonly mongo: Mongo;
  readonly broker: string;
  readonly mongoUrl: string;
  readonly database: string;
  /** Direct access to the broker, for sending and reading messages. */
  readonly port: KafkaPort;
  openBus(options?: Partial<BusOptions>): Bus;
  /** Another instance's connection to the same database. */
  openMongo(url?: string): Promise<Mongo>;
  /** Saves events in their own transaction. */
  publish(...events: readonly DomainEvent[]): Promise<void>;
  /** All messages of a topic. */
  read(topic: string): Promise<IncomingMessage[]>;
  close(): Promise<void>;
}

const quiet = () => undefined;
const loud = (facts: object, message: string) => {
  const error = 'err' in facts && facts.err instanceof Error ? facts.err.message : '';
  process.stderr.write(`${message} ${error} ${JSON.stringify(facts).slice(0, 300)}\n`);
};

const silent: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const talkative: Log = { debug: loud, info: loud, warn: loud, error: loud };

export const testTopics = ['tracking.conversions', 'tracking.clicks'];

/** Opens it on the engines of the environment; DEBUG_TESTS shows its log. */
export async function createWorld(env: Readonly<NodeJS.ProcessEnv>): Promise<World> {
  const log = env['DEBUG_TESTS'] === undefined ? silent : talkative;
  const prefix = newNamespace('m', env);
  const database = `test_messaging_${prefix.slice(0, -1)}`;
  const mongoUrl = env['MONGO_URL'] ?? 'mongodb://127.0.0.1:27017/?replicaSet=rs0';
  const [broker = ''] = (env['KAFKA_BROKERS'] ?? '127.0.0.1:9092').split(',');
  const brokers = [broker];
  const buses: Bus[] = [];
  const databases: Mongo[] = [];
  const openDatabase = async (url = mongoUrl) => {
    const mongo = await openMongo({ url, database, log });
    databases.push(mongo);
    return mongo;
  };
  const open = (options: Partial<BusOptions> = {}) => {
    const defaults = { brokers, clientId: 'test', log, topicPrefix: prefix };
    const bus = openBus({ ...defaults, metrics: new Registry(), ...options });
    buses.push(bus);
    return bus;
  };
  const mongo = await openDatabase();
  const transaction = transactionOf(mongo, () => ({}));
  const client = { brokers, clientId: 'test', log, topicPrefix: prefix };
  const port = kafkajsAdapter({ ...client, replicationFactor: 1, minInsyncReplicas: 1 });
  await open().createTopics(testTopics);
  return {
    prefix,
    log,
    mongo,
    broker,
    mongoUrl,
    database,
    port,
    openMongo: openDatabase,
    openBus: open,
    publish: (...events) => transaction(({ outbox }) => outbox.add(...events)),
    read: (topic) => readAll(port, topic),
    close: async () => {
      await Promise.all(buses.map((bus) => bus.close()));
      await mongo.connection.dropDatabase();
      await Promise.all(databases.map((one) => one.close()));
    },
  };
}

async function readAll(port: KafkaPort, topic: string): Promise<IncomingMessage[]> {
  const messages: IncomingMessage[] = [];
  await port.readToEnd({
    topics: [topic],
    take: (message) => {
      messages.push(message);
      return Promise.resolve('more');
    },
  });
  return messages;
}

const noteSchema = z.object({ id: z.string(), text: z.string().optional() });
export type Note = z.output<typeof noteSchema>;

const eventType = (type: string, topic: EventType['topic']): EventType<Note> =>
  Object.assign((data: Note) => ({ type, topic, key: data.id, data }), {
    type,
    topic,
    schema: noteSchema,
    description: 'For tests.',
    sample: { id: 'note' },
    publicEvents: [],
    internalBecause: 'for tests',
    frequent: false,
  });

export const noteTaken = eventType('note.taken.v1', 'tracking.conversions');
export const noteIgnored = eventType('note.ignored.v1', 'tracking.conversions');
export const noteCounted = eventType('note.counted.v1', 'tracking.clicks');

/** A store of notes that counts effects, so that an event handled twice shows. */
export function noteStore(mongo: Mongo) {
  interface Effect {
    readonly _id: string;
    readonly times: number;
    readonly order: string[];
  }
  const name = 'effects';
  const effects = () => mongo.connection.collection<Effect>(name);
  const transaction = transactionOf(mongo, (session) => ({
    notes: {
      apply: async ({ data }: HandledEvent<Note>) => {
        const change = { $inc: { times: 1 }, $push: { order: data.text ?? '' } };
        await effects().updateOne({ _id: data.id }, change, { session, upsert: true });
      },
    },
  }));
  return {
    apply: (event: HandledEvent<Note>) => transaction(({ notes }) => notes.apply(event)),
    transaction,
    count: () => effects().countDocuments(),
    all: async () => {
      const rows = await effects().find().toArray();
      return new Map(rows.map((row) => [row._id, row]));
    },
    textsOf: async (id: string) => (await effects().findOne({ _id: id }))?.order ?? [],
  };
}

/** Resolves when the condition holds; rejects with `what` after the time. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 40_000,
): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`Timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** 0, 1, ... as note ids. */
export const notesNumbered = (count: number, from = 0): Note[] =>
  Array.from({ length: count }, (_, index) => ({ id: `n${String(from + index)}` }));
