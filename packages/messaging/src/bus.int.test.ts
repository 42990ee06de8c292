import { setTimeout } from 'node:timers/promises';
import { runWithContext, currentContext } from '@tributary/context';
import { consumer, consumerOfSeveral, type HandledEvent } from './consumer/handlers.ts';
import { openProxy } from './testing/proxy.ts';
import {
  createWorld,
  noteIgnored,
  notesNumbered,
  noteStore,
  noteTaken,
  until,
  type World,
} from './testing/world.ts';

describe('from outbox to consumer', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(process.env);
  });
  afterEach(() => world.close());

  it('carries an event with its id, time and correlation, in CloudEvents headers', async () => {
    const bus = world.openBus();
    const seen: { event: HandledEvent; correlationId: string | undefined }[] = [];
    bus.relay(world.mongo, { source: 'notes' });
    const running = await bus.consume(world.mongo, {
      group: 'reader',
      handlers: [
        consumer(noteTaken, (event) => {
          seen.push({ event, correlationId: currentContext()?.correlationId });
          return Promise.resolve();
        }),
      ],
    });
    await running.joined;
    await runWithContext({ correlationId: 'req-7' }, () =>
      world.publish(noteIgnored({ id: 'a' }), noteTaken({ id: 'a', text: 'first' })),
    );
    await until('the event arrived', () => seen.length > 0);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.correlationId).toBe('req-7');
    const event = seen[0]!.event;
    expect(event).toMatchObject({ type: 'note.taken.v1', data: { id: 'a', text: 'first' } });
    const [, message] = await world.read('tracking.conversions');
    expect(message).toMatchObject({
      key: 'a',
      headers: {
        ce_id: event.id,
        ce_type: 'note.taken.v1',
        ce_source: '/notes',
        ce_time: event.occurredAt.toISOString(),
        ce_specversion: '1.0',
        'content-type': 'application/json',
        'x-correlation-id': 'req-7',
      },
    });
  });

  it('handles an event once, even if it is on the topic several times', async () => {
    const bus = world.openBus();
    const store = noteStore(world.mongo);
    const running = await bus.consume(world.mongo, {
      group: 'reader',
      handlers: [consumer(noteTaken, store.apply)],
    });
    await running.joined;
    const publisher = bus.publisher();
    const twice = { ...noteTaken({ id: 'dup' }), id: 'event-1' };
    await publisher.send(twice, twice);
    await publisher.send(twice);
    await publisher.send(noteTaken({ id: 'last' }));
    await until('all were read', async () => (await store.count()) === 2);
    expect((await store.all()).get('dup')?.times).toBe(1);
  });

  it('reports whether a group has handled all that was published before the question', async () => {
    const bus = world.openBus();
    const query = { group: 'reader', topic: 'tracking.conversions', withinMs: 300 };
    const gate = Promise.withResolvers<undefined>();
    let handled = 0;
    const running = await bus.consume(world.mongo, {
      group: 'reader',
      handlers: [
        consumer(noteTaken, async () => {
          if (handled > 0) await gate.promise;
          handled += 1;
        }),
      ],
    });
    await running.joined;
    expect(await bus.hasHandledAll(query)).toBe(true);
    await bus.publisher().send(noteTaken({ id: 'one' }));
    await until('the group has handled it', () => bus.hasHandledAll(query));
    expect(handled).toBe(1);
    await bus.publisher().send(noteTaken({ id: 'two' }));
    expect(await bus.hasHandledAll(query)).toBe(false);
    const patient = bus.hasHandledAll({ ...query, withinMs: 30_000 });
    gate.resolve(undefined);
    expect(await patient).toBe(true);
    expect(handled).toBe(2);
  });

  it('answers in time what a group has handled while Kafka accepts requests and answers none', async () => {
    const proxy = await openProxy(world.broker, true);
    const bus = world.openBus({ connect: proxy.connect });
    const query = { group: 'reader', topic: 'tracking.conversions', withinMs: 300 };
    expect(await bus.hasHandledAll(query)).toBe(true);
    proxy.onAnswer = () => 'swallow';
    // The client waits five seconds for an answer.
    const late = setTimeout(4_000, 'late');
    expect(await Promise.race([bus.hasHandledAll(query), late])).toBe(false);
    proxy.setDown(true);
    await proxy.close();
  });

  it('passes events that arrived together on together, each once and in order', async () => {
    const bus = world.openBus();
    const store = noteStore(world.mongo);
    const calls: string[][] = [];
    const notes = Array.from({ length: 20 }, (_, number) =>
      noteTaken({ id: `n${String(number)}` }),
    );
    // Sent before the consumer starts, so that one fetch returns all messages of a partition.
    await bus.publisher().send(...notes, ...notes.slice(0, 5));
    const again = notes.map((note, number) => ({ ...note, id: `event-${String(number)}` }));
    await bus.publisher().send(...again, ...again);
    const running = await bus.consume(world.mongo, {
      group: 'reader',
      handlers: [
        consumerOfSeveral(noteTaken, async (events) => {
          calls.push(events.map(({ data }) => data.id));
          for (const event of events) await store.apply(event);
        }),
      ],
    });
    await running.joined;
    const times = async () => [...(await store.all()).values()].map((note) => note.times);
    const sum = async () => (await times()).reduce((total, one) => total + one, 0);
    await until('all were handled', async () => (await sum()) >= 45);
    expect(await sum()).toBe(45);
    expect(Math.max(...calls.map((ids) => ids.length))).toBeGreaterThan(1);
  });

  it('delivers each event to each group once, to one of the group’s instances', async () => {
    const stores = await Promise.all(
      ['one', 'two', 'two'].map(async (group) => {
        const mongo = await world.openMongo();
        const seen: string[] = [];
        const running = await world.openBus().consume(mongo, {
          group,
          handlers: [
            consumer(noteTaken, ({ data }) => {
              seen.push(data.id);
              return Promise.resolve();
            }),
          ],
        });
        await running.joined;
        return seen;
      }),
    );
    world.openBus().relay(world.mongo);
    const notes = notesNumbered(60);
    await world.publish(...notes.map(noteTaken));
    const [one, ...two] = stores as [string[], string[], string[]];
    const unique = (lists: string[][]) => new Set(lists.flat()).size;
    await until('all were handled', () => unique([one]) === 60 && unique(two) === 60);
    expect(unique([one])).toBe(60);
    expect(two.every((list) => list.length < 60)).toBe(true);
  });

  it('finishes on stop what it began, and it is not delivered again', async () => {
    const store = noteStore(world.mongo);
    const started = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    const bus = world.openBus();
    bus.relay(world.mongo);
    const first = await bus.consume(world.mongo, {
      group: 'reader',
      handlers: [
        consumer(noteTaken, async (event) => {
          started.resolve(undefined);
          await release.promise;
          await store.apply(event);
        }),
      ],
    });
    await first.joined;
    await world.publish(noteTaken({ id: 'slow' }));
    await started.promise;
    const stopped = first.stop();
    release.resolve(undefined);
    await stopped;
    expect((await store.all()).get('slow')?.times).toBe(1);

    const again: string[] = [];
    const second = await bus.consume(world.mongo, {
      group: 'reader',
      handlers: [
        consumer(noteTaken, ({ data }) => {
          again.push(data.id);
          return Promise.resolve();
        }),
      ],
    });
    await second.joined;
    await world.publish(noteTaken({ id: 'next' }));
    await until('the next one arrived', () => again.length > 0);
    expect(again).toEqual(['next']);
  });
});
