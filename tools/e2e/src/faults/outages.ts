import { setTimeout as pause } from 'node:timers/promises';
import { type Proxy } from '@tributary/messaging/testing/proxy';
import { callsOfEveryService, timed } from '../calls-of-every-service.ts';
import {
  type Answer,
  Client,
  follow,
  order,
  post,
  createFixture,
  type Fixture,
} from '../client.ts';
import { type TestSystem } from '../system.ts';

const SHOPS = 6;

/** More orders show no more about an outage, and delay the check at the end. */
const PAUSE_MS = 250;

/** The answer to each order, by order id. */
type Answers = Map<string, Answer>;

export interface CutOffSystem {
  readonly system: TestSystem;
  readonly mongo: Proxy;
  readonly redis: Proxy;
}

/** Tests what an outage of an engine loses or doubles, in a system that reaches its engines through proxies. */
export const outageTests = (worldOf: () => CutOffSystem) => () => {
  let mongo: Proxy;
  let redis: Proxy;
  let system: TestSystem;
  let client: Client;
  let fixture: Fixture;
  let click: string;

  beforeAll(async () => {
    ({ system, mongo, redis } = worldOf());
    client = new Client(system);
    fixture = await createFixture(client);
    // Postbacks are part of this plan.
    const { admin, affiliate } = fixture;
    const body = { plan: 'pro' };
    await client.must('PUT', `/api/admin/users/${affiliate.id}/plan`, { token: admin, body });
    await client.signIn(affiliate);
    click = await follow(client, fixture.trackingCode);
  }, 240_000);

  /** Each shop posts one order after the other until `isRunning` is false. */
  async function postOrders(prefix: string, isRunning: () => boolean): Promise<Answers> {
    const answers: Answers = new Map();
    let next = 0;
    const shop = async (): Promise<void> => {
      while (isRunning()) {
        const id = `${prefix}-${String((next += 1))}`;
        const call = order(click, id, '20.00');
        answers.set(id, await client.call('POST', '/api/track/conversion', call));
        await pause(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: SHOPS }, shop));
    return answers;
  }

  /** Posts orders during an outage of the engine and after it. */
  async function ordersDuringOutage(
    engine: Proxy,
    prefix: string,
    outageMs: number,
  ): Promise<Answers> {
    let isOver = false;
    const answered = postOrders(prefix, () => !isOver);
    // A failure is reported where the answers are awaited.
    answered.catch(() => undefined);
    const until = performance.now() + outageMs;
    engine.setDown(true);
    while (performance.now() < until) {
      const answer = await client.call('GET', '/health/live');
      expect(answer.status).toBe(200);
      await pause(250);
    }
    engine.setDown(false);
    await system.ready();
    await post(client, click, `${prefix}-back`, '20.00');
    isOver = true;
    return answered;
  }

  const callEverything = (orderId: string) =>
    Promise.all(callsOfEveryService(fixture, click, orderId).map((call) => timed(client, call)));

  it('MongoDB frozen: every call is refused within seconds', async () => {
    const beforehand = await callEverything('before the freeze');
    expect(beforehand.filter(({ status }) => status >= 400)).toEqual([]);
    mongo.setFrozen(true);
    const during = await callEverything('in the freeze');
    // Its first answer in the freeze may be that of half a second before.
    const readiness = await timed(client, ['GET', '/health/ready', {}]);
    mongo.setFrozen(false);
    const others = during.filter(({ call }) => call !== readiness.call);
    expect([...others, readiness].filter(({ status }) => status !== 503)).toEqual([]);
    // 2 s on a machine of its own; before, some calls took 16 s.
    expect(during.filter(({ ms }) => ms > 4_000)).toEqual([]);
    await system.ready();
  }, 60_000);

  const total = async (): Promise<number> => {
    await client.signIn(fixture.brand);
    const { data } = await client.must('GET', '/api/brand/conversions?per_page=1', {
      token: fixture.brand.token,
    });
    return data.pagination.total;
  };

  /** Repeats every order, as a shop may; then each order is stored once. */
  async function repeatAll(answers: Answers): Promise<void> {
    const waiting = answers.entries();
    const shop = async (): Promise<void> => {
      // The shops share one iterator, so that one shop repeats each order.
      for (const [id, answer] of waiting) {
        const again = await client.call('POST', '/api/track/conversion', order(click, id, '20.00'));
        // An acknowledged order is stored; a refused one may be, if only the answer was lost.
        expect(answer.status === 201 ? [409] : [201, 409]).toContain(again.status);
      }
    };
    await Promise.all(Array.from({ length: SHOPS }, shop));
  }

  it.each([
    ['MongoDB', 5, () => mongo, 1],
    // Limits and caches work without Redis, so it is possible that no order is refused.
    ['Redis', 3, () => redis, 0],
  ] as const)(
    '%s down for %i s: acknowledged orders are stored once, the others receive 503 with Retry-After',
    async (name, seconds, engine, refusedAtLeast) => {
      const before = await total();
      const answers = await ordersDuringOutage(engine(), name, seconds * 1_000);
      const refused = [...answers.values()].filter(({ status }) => status !== 201);
      for (const answer of refused) {
        const refusal = expect.objectContaining({ success: false });
        expect([answer.status, answer.body]).toEqual([503, refusal]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(refused.length).toBeGreaterThanOrEqual(refusedAtLeast);
      expect(answers.size - refused.length).toBeGreaterThan(0);
      await repeatAll(answers);
      expect(await total()).toBe(before + answers.size + 1);
    },
    240_000,
  );
};
