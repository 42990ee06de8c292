import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mock } from 'node:test';
import {
  deadOutboxOf,
  type Mongo,
  type OutboxDocument,
  outboxOf,
  transactionOf,
} from '@tributary/mongo';
import type { DomainEvent } from '@tributary/contracts';
import { Registry } from '@tributary/metrics';
import { header } from '../envelope.ts';
import type { IncomingMessage } from '../port.ts';
import { openProxy, type Proxy } from '../testing/proxy.ts';
import { createWorld, type Note, noteTaken, until, type World } from '../testing/world.ts';
import { resolveRefusedEvent } from './outbox-documents.ts';

const TOPIC = 'tracking.conversions';

/** A relay as a process of its own, so that it can be killed like a machine would do it. */
const RELAY_PROCESS = `
  import { openMongo } from './packages/mongo/src/index.ts';
  import { openBus } from './packages/messaging/src/index.ts';
  const { MONGO_URL, KAFKA_BROKERS, DATABASE, TOPIC_PREFIX } = process.env;
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const mongo = await openMongo({ url: MONGO_URL, database: DATABASE, log });
  const brokers = KAFKA_BROKERS.split(',');
  openBus({ brokers, clientId: 'killed', log, topicPrefix: TOPIC_PREFIX }).relay(mongo, { leaseMs: 3_000 });
`;

/** `count` events over `keys` keys; the text is the place within the key. */
const sequence = (count: number, keys: number, from = 0): DomainEvent[] =>
  Array.from({ length: count }, (_, index) => {
    const place = from + index;
    return noteTaken({ id: `k${String(place % keys)}`, text: String(Math.floor(place / keys)) });
  });

const textOf = (message: IncomingMessage): number =>
  Number((JSON.parse(String(message.value)) as { text: string }).text);

/** The events of each key, without repetitions, in the order in which they came first. */
function firstArrivals(messages: readonly IncomingMessage[]): Map<string, number[]> {
  const seen = new Set<string>();
  const byKey = new Map<string, number[]>();
  for (const message of messages) {
    const id = message.headers[header.id] ?? '';
    if (seen.has(id)) continue;
    seen.add(id);
    byKey.set(message.key ?? '', [...(byKey.get(message.key ?? '') ?? []), textOf(message)]);
  }
  return byKey;
}

function expectComplete(messages: readonly IncomingMessage[], count: number, keys: number): void {
  const byKey = firstArrivals(messages);
  expect([...byKey.values()].flat()).toHaveLength(count);
  for (const texts of byKey.values()) {
    expect(texts).toEqual(Array.from({ length: count / keys }, (_, place) => place));
  }
}

type Read = () => Promise<OutboxDocument[]>;

/** Does something around each read of the outbox. */
function aroundReads(mongo: Mongo, around: (read: Read) => Promise<OutboxDocument[]>): void {
  const database = mongo.connection.db!;
  const outbox = outboxOf(mongo.connection);
  const collectionOf = database.collection.bind(database);
  mock.method(database, 'collection', (name: string) =>
    name === outbox.collectionName ? outbox : collectionOf(name),
  );
  const find = outbox.find.bind(outbox);
  mock.method(outbox, 'find', (filter: Parameters<typeof find>[0]) => {
    const cursor = find(filter);
    const toArray = cursor.toArray.bind(cursor);
    mock.method(cursor, 'toArray', () => around(toArray));
    return cursor;
  });
}

/** Delays the results of outbox reads, as a slow network would. */
function holdReads(mongo: Mongo) {
  const held = Promise.withResolvers<undefined>();
  const gate = Promise.withResolvers<undefined>();
  aroundReads(mongo, async (read) => {
    const rows = await read();
    held.resolve(undefined);
    await gate.promise;
    return rows;
  });
  return {
    isHeld: held.promise,
    letGo: () => {
      gate.resolve(undefined);
    },
  };
}

describe('the outbox relay', () => {
  let world: World;
  let proxy: Proxy | undefined;
  beforeEach(async () => {
    world = await createWorld(process.env);
  });
  afterEach(async () => {
    await world.close();
    await proxy?.close();
    proxy = undefined;
  });

  const waiting = (filter = {}) => outboxOf(world.mongo.connection).countDocuments(filter);
  const isEmpty = async () => (await waiting()) === 0;

  it('adds less than 100 ms to the bare commit and send when idle', async () => {
    const registry = new Registry();
    world.openBus({ metrics: registry }).relay(world.mongo);
    const bareProducer = await world.port.openProducer({ idempotent: false });
    const bare = noteTaken({ id: 'bare' });
    const bareMessage = { topic: 'tracking.clicks', key: 'bare', value: '{}', headers: {} };
    const commit = transactionOf(world.mongo, (session) => ({ session }));
    const rows = world.mongo.connection.collection('bare');
    const steps = {
      bare: async () => {
        await commit(({ session }) => rows.insertOne({ ...bare }, { session }));
        await bareProducer.send([bareMessage]);
      },
      relayed: async () => {
        await world.publish(noteTaken({ id: 'k' }));
        await until('it is published', isEmpty);
      },
    };
    const tookMs = { bare: [] as number[], relayed: [] as number[] };
    await steps.relayed();
    for (let round = 0; round < 40; round += 1) {
      for (const way of ['bare', 'relayed'] as const) {
        const begun = performance.now();
        await steps[way]();
        tookMs[way].push(performance.now() - begun);
      }
    }
    await bareProducer.close();
    // The median: the slowest few show what else the machine does.
    const middle = (list: number[]) => list.sort((one, other) => one - other)[20]!;
    expect(middle(tookMs.relayed) - middle(tookMs.bare)).toBeLessThan(100);
    expect(await world.read(TOPIC)).toHaveLength(41);
    expect(await registry.metrics()).toContain('tributary_outbox_publish_seconds_count 41');
  });

  it('loses nothing and keeps each key in order when it is killed and another instance takes over', async () => {
    const environment = {
      ...process.env,
      MONGO_URL: world.mongoUrl,
      KAFKA_BROKERS: world.broker,
      DATABASE: world.database,
      TOPIC_PREFIX: world.prefix,
    };
    const args = ['--no-warnings', '--input-type=module', '--eval', RELAY_PROCESS];
    const child = spawn(process.execPath, args, { env: environment });
    for (let at = 0; at < 2_000; at += 100) await world.publish(...sequence(100, 10, at));
    await until('the first relay is at work', async () => (await waiting()) < 1_500);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const killedAt = performance.now();
    await world.publish(...sequence(100, 10, 2_000));
    expect(await waiting()).toBeGreaterThan(0);
    world.openBus().relay(world.mongo);
    await until('the second relay is done', isEmpty);
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    expectComplete(await world.read(TOPIC), 2_100, 10);
  });

  it('has one owner at a time, and a successor at once when the owner stops', async () => {
    const mongos = await Promise.all([1, 2, 3].map(() => world.openMongo()));
    const relays = mongos.map((mongo) => world.openBus().relay(mongo));
    for (let at = 0; at < 600; at += 50) await world.publish(...sequence(50, 5, at));
    await until('all is published', isEmpty);
    const details = relays.map((relay) => relay.health().detail).sort();
    expect(details).toEqual(['publishing', 'standing by', 'standing by']);
    expect(await world.read(TOPIC)).toHaveLength(600);
    const owner = relays.find((relay) => relay.health().detail === 'publishing');
    await owner?.stop();
    await world.publish(...sequence(50, 5, 600));
    await until('the next owner published', isEmpty, 3_000);
    expectComplete(await world.read(TOPIC), 650, 5);
  });

  it('publishes pending events when it stops', async () => {
    const bus = world.openBus();
    const relay = bus.relay(world.mongo);
    await until('it is the owner', () => relay.health().detail === 'publishing');
    await world.publish(...sequence(3_000, 10));
    await relay.stop();
    expect(await waiting()).toBe(0);
    expectComplete(await world.read(TOPIC), 3_000, 10);
  });

  it('publishes on stop the events that its last read missed', async () => {
    const mongo = await world.openMongo();
    const relay = world.openBus().relay(mongo);
    await world.publish(...sequence(10, 10));
    await until('it is at work', isEmpty);
    const reads = holdReads(mongo);
    await reads.isHeld;
    await world.publish(...sequence(20, 10, 10));
    const stopped = relay.stop();
    reads.letGo();
    await stopped;
    expect(await waiting()).toBe(0);
    expectComplete(await world.read(TOPIC), 30, 10);
  });

  it('stops although another instance adds an event before each of its reads', async () => {
    const mongo = await world.openMongo();
    aroundReads(mongo, async (read) => {
      await world.publish(...sequence(1, 1));
      return read();
    });
    const relay = world.openBus().relay(mongo, { drainMs: 600_000 });
    await until('it is the owner', () => relay.health().detail === 'publishing');
    await relay.stop();
    expect(await waiting()).toBe(0);
  });

  it('publishes large events in order, of one key and of many, within the request limits', async () => {
    const large = (id: string, place: number) =>
      noteTaken({ id, text: String(place).padEnd(200_000) });
    const places = Array.from({ length: 10 }, (_, place) => place);
    await world.publish(...places.map((place) => large('k', place)));
    await world.publish(...places.flatMap((place) => [large('a', place), large('b', place)]));
    world.openBus().relay(world.mongo);
    await until('all is published', isEmpty);
    const byKey = firstArrivals(await world.read(TOPIC));
    expect(Object.fromEntries(byKey)).toEqual({ k: places, a: places, b: places });
  });

  it('sets aside an event that Kafka refuses; its key waits for an operator, other keys do not', async () => {
    const registry = new Registry();
    const relay = world.openBus({ metrics: registry }).relay(world.mongo);
    const huge = noteTaken({ id: 'huge', text: 'x'.repeat(1_100_000) });
    const nowhere = { ...noteTaken({ id: 'lost' }), topic: 'no.such.topic' };
    await world.publish(huge, noteTaken({ id: 'huge', text: '1' }), nowhere);
    await world.publish(noteTaken({ id: 'fine', text: '1' }));
    await until('only what is held is left', async () => (await waiting({ pending: true })) === 0);
    await until('two were refused', async () => {
      return (await deadOutboxOf(world.mongo.connection).countDocuments()) === 2;
    });
    expect((await world.read(TOPIC)).map(({ key }) => key)).toEqual(['fine']);
    expect(await waiting({ pending: false, 'events.key': 'huge' })).toBe(1);
    await world.publish(noteTaken({ id: 'huge', text: '2' }), noteTaken({ id: 'fine', text: '2' }));
    await until('the later one is held too', async () => {
      return (await waiting({ pending: false, 'events.key': 'huge' })) === 2;
    });
    const dead = await deadOutboxOf(world.mongo.connection).findOne({ key: 'huge' });
    expect(dead?.reason).toContain('too large');
    expect(await resolveRefusedEvent(world.mongo, dead?._id ?? '', 'discard')).toBe(true);
    expect(await resolveRefusedEvent(world.mongo, dead?._id ?? '', 'discard')).toBe(false);
    await until('what was held is published', isEmpty);
    const ofKey = (await world.read(TOPIC)).filter(({ key }) => key === 'huge');
    expect(ofKey.map(textOf)).toEqual([1, 2]);
    expect(relay.health().live).toBe(true);
  });

  it('saves the events of a commit in few documents, within bounds', async () => {
    await world.publish(...sequence(120, 1));
    await world.publish(noteTaken({ id: 'large', text: 'x'.repeat(60_000) }), ...sequence(40, 1));
    await world.publish(
      ...sequence(2, 1).map(({ data }) =>
        noteTaken({ ...(data as Note), text: 'y'.repeat(70_000) }),
      ),
    );
    const documents = await outboxOf(world.mongo.connection)
      .find()
      .sort({ order: 1, _id: 1 })
      .toArray();
    expect(documents.map(({ count }) => count)).toEqual([50, 50, 20, 41, 1, 1]);
    for (const { count, events } of documents) expect(events).toHaveLength(count);
  });

  it('publishes what an earlier version saved, an event in each document, held ones too', async () => {
    const outbox = outboxOf(world.mongo.connection);
    await world.publish(...sequence(3, 1));
    await world.publish(...sequence(3, 1, 3));
    const saved = await outbox.find().toArray();
    await outbox.deleteMany({});
    const earlier = saved.flatMap(({ order, events }) =>
      events.map((event) => ({ ...event, order })),
    );
    const isHeld = (index: number) => index > 3;
    await outbox.insertMany(
      earlier.map((event, index) => ({ ...event, pending: !isHeld(index) })) as never,
    );
    world.openBus().relay(world.mongo);
    await until('all is published', isEmpty);
    expectComplete(await world.read(TOPIC), 6, 1);
  });

  it('loses nothing when the broker writes and its responses are lost', async () => {
    proxy = await openProxy(world.broker, true);
    let produced = 0;
    let lost = 0;
    proxy.onAnswer = (apiKey) => {
      if (apiKey !== 0) return 'forward';
      produced += 1;
      if (produced % 10 < 5) return 'forward';
      lost += 1;
      // One lost response makes the client wait for its time-out; the others cost a connection.
      return lost === 2 ? 'swallow' : 'cut';
    };
    world.openBus({ connect: proxy.connect }).relay(world.mongo);
    // One after the other, since what waits together is sent at once.
    for (let at = 0; at < 3_000; at += 100) {
      await world.publish(...sequence(100, 10, at));
      await until('all is acknowledged', isEmpty, 40_000);
    }
    await world.publish(...sequence(100, 10, 3_000));
    await until('the rest is too', isEmpty, 20_000);
    expect(lost).toBeGreaterThan(1);
    expectComplete(await world.read(TOPIC), 3_100, 10);
  });
});
