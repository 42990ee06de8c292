import { conflict } from '@tributary/errors';
import { createWorld, noteCounted, notesNumbered, until, type World } from '../testing/world.ts';
import { batchConsumer, consumer } from './handlers.ts';

describe('a bulk consumer', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(process.env);
  });
  afterEach(() => world.close());

  it('gets events in bulk, and its group continues after them when it starts again', async () => {
    const sizes: number[] = [];
    const seen: string[] = [];
    const bus = world.openBus();
    const publisher = bus.publisher();
    await publisher.send(...notesNumbered(1_000).map((note) => noteCounted(note)));
    const handlers = [
      batchConsumer(noteCounted, (events) => {
        sizes.push(events.length);
        seen.push(...events.map(({ data }) => data.id));
        return Promise.resolve();
      }),
    ];
    const first = await bus.consume(world.mongo, { group: 'projector', handlers });
    await until('all were read', () => seen.length === 1_000);
    expect(sizes.length).toBeLessThan(60);
    await first.stop();
    const second = await bus.consume(world.mongo, { group: 'projector', handlers });
    await second.joined;
    await publisher.send(noteCounted({ id: 'last' }));
    await until('the last was read', () => seen.includes('last'));
    expect(seen).toHaveLength(1_001);
  });

  it('finds the event that fails a bulk write, dead-letters it and writes the others', async () => {
    const written = new Set<string>();
    const bus = world.openBus();
    const singles: string[] = [];
    await bus.publisher().send(...notesNumbered(100).map((note) => noteCounted(note)));
    await bus.consume(world.mongo, {
      group: 'projector',
      handlers: [
        batchConsumer(noteCounted, (events) => {
          if (events.some(({ data }) => data.id === 'n42')) throw conflict('forty_two');
          for (const { data } of events) written.add(data.id);
          return Promise.resolve();
        }),
        // The same event may also have a handler that takes one at a time.
        consumer(noteCounted, ({ data }) => {
          singles.push(data.id);
          return Promise.resolve();
        }),
      ],
    });
    await until('the others were written', () => written.size === 99);
    await until('it is a dead letter', async () => {
      return (await world.read('tracking.clicks.dead')).length === 1;
    });
    const [letter] = await world.read('tracking.clicks.dead');
    expect(letter?.headers).toMatchObject({ 'dead-group': 'projector.bulk' });
    await until('each was handled alone too', () => new Set(singles).size === 100);
  });
});
