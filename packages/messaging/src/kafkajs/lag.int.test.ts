import { consumer } from '../consumer/handlers.ts';
import { createWorld, noteStore, noteTaken, until, type World } from '../testing/world.ts';

describe('the lag of a group', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(process.env);
  });
  afterAll(() => world.close());

  it('is how long the oldest event waits that it has not handled', async () => {
    const bus = world.openBus();
    const reading = { group: 'slow', topics: ['tracking.conversions', 'tracking.clicks'] };
    // A topic that was just created may have no leader yet.
    const lag = () => bus.lagSeconds(reading).catch(() => undefined);
    await until('nothing waits', async () => (await lag()) === 0);
    bus.relay(world.mongo);
    await world.publish(noteTaken({ id: 'a' }));
    await until('the event waits', async () => ((await lag()) ?? 0) >= 1);
    const store = noteStore(world.mongo);
    await bus.consume(world.mongo, {
      group: 'slow',
      handlers: [consumer(noteTaken, store.apply)],
    });
    await until('it is handled', async () => (await lag()) === 0);
    expect(await store.count()).toBe(1);
  });
});
