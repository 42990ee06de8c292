import { MINUTE_MS, SECOND_MS } from '@tributary/units';
import { openDatabaseClock } from './database-clock.ts';
import { createWorld, type MongoWorld } from './testing/world.ts';

describe('the database clock', () => {
  let world: MongoWorld;
  beforeAll(async () => {
    world = await createWorld(process.env);
  });
  afterAll(() => world.close());

  it.each([
    ['ahead', MINUTE_MS],
    ['behind', -MINUTE_MS],
  ])('is the same on an instance whose own clock is a minute %s', async (_title, aheadMs) => {
    const own = { now: () => new Date(Date.now() + aheadMs) };
    const clock = await openDatabaseClock(world.mongo, own);
    // The engines of tests run on this machine.
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2 * SECOND_MS);
    clock.close();
  });
});
