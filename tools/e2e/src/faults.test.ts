import { openProxy } from '@tributary/messaging/testing/proxy';
import { killTests } from './faults/kills.ts';
import { type CutOffSystem, outageTests } from './faults/outages.ts';
import { openSystem, QUICK_TAKEOVER } from './system.ts';

const firstAddress = (url = ''): string => new URL(url).host;

/** The suites share one system, whose engines they cut off and whose processes they kill. */
describe('a system under faults', () => {
  let world: CutOffSystem;

  beforeAll(async () => {
    const mongo = await openProxy(firstAddress(process.env['MONGO_URL']));
    const redis = await openProxy(firstAddress(process.env['REDIS_URL']));
    const system = await openSystem({
      ...QUICK_TAKEOVER,
      // Without directConnection the driver would connect to the members of the replica set and bypass the proxy.
      MONGO_URL: `mongodb://${mongo.address}/?directConnection=true`,
      REDIS_URL: `redis://${redis.address}`,
      RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0',
    });
    world = { system, mongo, redis };
  }, 240_000);
  afterAll(async () => {
    await world.system.close();
    await world.mongo.close();
    await world.redis.close();
  }, 60_000);

  describe(
    'an engine that fails while orders arrive',
    outageTests(() => world),
  );
  describe(
    'processes killed at any step',
    killTests(() => world.system),
  );

  it('leaves books that agree in the end', async () => {
    expect(await world.system.violations()).toEqual([]);
  }, 180_000);
});
