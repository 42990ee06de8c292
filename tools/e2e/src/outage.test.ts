import { openProxy, type Proxy } from '@tributary/messaging/testing/proxy';
import { type Answer, Client, follow, order, post, setStage, type Stage } from './client.ts';
import { openSystem, type TestSystem } from './system.ts';

const SHOPS = 6;

/** What the shops were told of each order, by its id. */
type Told = Map<string, Answer>;

const firstAddress = (url: string): string => new URL(url).host;

describe('an engine that goes away while orders come in', () => {
  let mongo: Proxy;
  let redis: Proxy;
  let system: TestSystem;
  let client: Client;
  let stage: Stage;
  let click: string;

  beforeAll(async () => {
    mongo = await openProxy(firstAddress(process.env['MONGO_URL'] ?? ''));
    redis = await openProxy(firstAddress(process.env['REDIS_URL'] ?? ''));
    system = await openSystem(14_000, {
      // A driver that asks a replica set for its members would find the way around the proxy.
      MONGO_URL: `mongodb://${mongo.address}/?directConnection=true`,
      REDIS_URL: `redis://${redis.address}`,
      RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: '0',
    });
    client = new Client(system);
    stage = await setStage(client);
    click = await follow(client, stage.trackingCode);
  }, 240_000);
  afterAll(async () => {
    await system.close();
    await mongo.close();
    await redis.close();
  }, 60_000);

  /** Each shop posts one order after the other, as long as `goOn` says so. */
  async function takeOrders(prefix: string, goOn: () => boolean): Promise<Told> {
    const told: Told = new Map();
    let next = 0;
    const shop = async (): Promise<void> => {
      while (goOn()) {
        const id = `${prefix}-${String((next += 1))}`;
        const call = order(click, id, '20.00');
        told.set(id, await client.call('POST', '/api/track/conversion', call));
      }
    };
    await Promise.all(Array.from({ length: SHOPS }, shop));
    return told;
  }

  /** Orders come in before, while and after the engine is away. */
  async function whileAway(engine: Proxy, prefix: string, awayMs: number): Promise<Told> {
    let isOver = false;
    const taken = takeOrders(prefix, () => !isOver);
    const until = performance.now() + awayMs;
    engine.setDown(true);
    while (performance.now() < until) {
      const answer = await client.call('GET', '/health/live');
      expect(answer.status).toBe(200);
      await new Promise((resume) => setTimeout(resume, 250));
    }
    engine.setDown(false);
    await system.ready();
    await post(client, click, `${prefix}-back`, '20.00');
    isOver = true;
    return taken;
  }

  const total = async (): Promise<number> => {
    await client.signIn(stage.brand);
    const { data } = await client.must('GET', '/api/brand/conversions?per_page=1', {
      token: stage.brand.token,
    });
    return data.pagination.total;
  };

  /** Every order is repeated, as a shop does that wants to be sure; then each is there once. */
  async function settle(told: Told): Promise<void> {
    const waiting = told.entries();
    const shop = async (): Promise<void> => {
      // One iterator for all shops: each order is taken by one of them.
      for (const [id, answer] of waiting) {
        const again = await client.call('POST', '/api/track/conversion', order(click, id, '20.00'));
        // What was acknowledged is there; what was refused may be, when only the answer was lost.
        expect(answer.status === 201 ? [409] : [201, 409]).toContain(again.status);
      }
    };
    await Promise.all(Array.from({ length: SHOPS }, shop));
  }

  it.each([
    ['MongoDB', 30, () => mongo, 1],
    // Limits and caches do without it, so it may well be that no order is refused.
    ['Redis', 10, () => redis, 0],
  ] as const)(
    '%s for %i s: what was acknowledged is there once, the rest got 503 with Retry-After',
    async (name, seconds, engine, refusedAtLeast) => {
      const before = await total();
      const told = await whileAway(engine(), name, seconds * 1_000);
      const refused = [...told.values()].filter(({ status }) => status !== 201);
      for (const answer of refused) {
        expect([answer.status, answer.body.success]).toEqual([503, false]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(refused.length).toBeGreaterThanOrEqual(refusedAtLeast);
      expect(told.size - refused.length).toBeGreaterThan(0);
      await settle(told);
      expect(await total()).toBe(before + told.size + 1);
      expect(await system.violations()).toEqual([]);
    },
    180_000,
  );
});
