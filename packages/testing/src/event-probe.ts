import { randomUUIDv7 } from 'node:crypto';
import {
  allEventTypes,
  type DomainEvent,
  type EventType,
  type Topic,
  topics as catalog,
} from '@tributary/contracts';
import { consumer, type HandledEvent, openBus } from '@tributary/messaging';
import { openMongo, transactionOf } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { eventually } from './eventually.ts';

/**
 * Stands in for the other services: publishes their events and receives the events of the service
 * under test.
 */
export interface EventProbe {
  /** Publishes through an outbox, in order, as a service does. */
  publish(...events: readonly DomainEvent[]): Promise<void>;
  /** Publishes each event twice under its id, as a relay does that was killed between. */
  publishTwice(...events: readonly DomainEvent[]): Promise<void>;
  /** The received events of a type, in order of arrival. */
  events<Data>(type: EventType<Data>): readonly HandledEvent<Data>[];
  /** Waits for a matching event. */
  waitFor<Data>(
    type: EventType<Data>,
    fits?: (data: Data) => boolean,
    timeoutMs?: number,
  ): Promise<HandledEvent<Data>>;
  close(): Promise<void>;
}

/**
 * Joins the bus of `env` (from `testEnv`). Events are received from the moment this resolves;
 * `topics` limits which.
 */
export async function openEventProbe(
  env: Readonly<Record<string, string>>,
  topics?: readonly Topic[],
): Promise<EventProbe> {
  const log = openLog('probe', env['LOG_LEVEL'] ?? 'error');
  const namespace = env['NAMESPACE'] ?? '';
  const mongo = await openMongo({
    url: env['MONGO_URL'] ?? '',
    database: `${namespace}probe`,
    log,
  });
  const bus = openBus({
    brokers: (env['KAFKA_BROKERS'] ?? '').split(','),
    clientId: 'probe',
    topicPrefix: namespace,
    log,
  });
  // The service under test creates its own topics.
  const created = new Set<string>(topics ?? catalog.map(({ name }) => name));
  await bus.createTopics([...created]);
  const createMissing = async (published: readonly DomainEvent[]): Promise<void> => {
    const missing = published.map(({ topic }) => topic).filter((topic) => !created.has(topic));
    if (missing.length > 0) await bus.createTopics(missing);
    for (const topic of missing) created.add(topic);
  };
  // By id, because a repeated transaction delivers an event again.
  const received = new Map<string, HandledEvent>();
  const handlers = allEventTypes()
    .filter(({ topic }) => topics === undefined || topics.includes(topic))
    .map((type) =>
      consumer(type, (event) => {
        received.set(event.id, event);
        return Promise.resolve();
      }),
    );
  const running = await bus.consume(mongo, { group: `probe-${randomUUIDv7()}`, handlers });
  bus.relay(mongo);
  await running.joined;
  const transaction = transactionOf(mongo, () => ({}));

  const events = <Data>(type: EventType<Data>): HandledEvent<Data>[] =>
    [...received.values()].filter((event) => event.type === type.type) as HandledEvent<Data>[];

  return {
    publish: async (...published) => {
      await createMissing(published);
      await transaction(({ outbox }) => outbox.add(...published));
    },
    publishTwice: async (...published) => {
      await createMissing(published);
      const publisher = bus.publisher();
      const withIds = published.map((event) => ({ ...event, id: randomUUIDv7() }));
      await publisher.send(...withIds);
      await publisher.send(...withIds);
    },
    events,
    waitFor: (type, fits = () => true, timeoutMs = 45_000) =>
      eventually(() => events(type).find(({ data }) => fits(data)), { timeoutMs }),
    close: async () => {
      await bus.close();
      await mongo.close();
    },
  };
}
