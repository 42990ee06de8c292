import { setTimeout as pause } from 'node:timers/promises';
import { sendPoison } from '@tributary/messaging/testing/poison';
import { eventually } from '@tributary/testing';
import { Redis } from 'ioredis';
import {
  type Answer,
  Client,
  follow,
  payoutAccount,
  post,
  createFixture,
  type Fixture,
} from '../client.ts';
import { type TestSystem } from '../system.ts';

const ORDERS = 12;
const KILLS = 2;

/** Kills a service repeatedly until `work` is done, each time a little later. */
async function underKills(
  system: TestSystem,
  service: 'commission' | 'payout',
  work: Promise<unknown>,
): Promise<number> {
  let done = false;
  let kills = 0;
  const finished = work.finally(() => {
    done = true;
  });
  const isDone = (): boolean => done;
  while (!isDone() && kills < KILLS) {
    // The service itself is checked, because the gateway notices its end and its start later.
    if (!(await system.isReady(service))) {
      await pause(10);
      continue;
    }
    await pause(kills * 30);
    if (isDone()) break;
    const pid = system.pidOf(service);
    system.kill(service);
    kills += 1;
    while (system.pidOf(service) === pid) await pause(5);
  }
  await finished;
  return kills;
}

/** Tests what kills of processes lose or double, in a system whose consumers are soon replaced. */
export const killTests = (systemOf: () => TestSystem) => () => {
  let system: TestSystem;
  let client: Client;
  let fixture: Fixture;
  const conversions: string[] = [];

  beforeAll(async () => {
    system = systemOf();
    client = new Client(system);
    fixture = await createFixture(client);
    const click = await follow(client, fixture.trackingCode);
    for (let number = 1; number <= ORDERS; number += 1) {
      conversions.push(await post(client, click, `order-${String(number)}`, '400.00'));
    }
  }, 240_000);

  /** Repeats an idempotent call while the system is unavailable. */
  async function callUntilAnswered(call: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const answer = await call().catch(() => undefined);
      const isInProgress = answer?.body.error === 'request_in_progress';
      if (answer !== undefined && answer.status < 500 && !isInProgress) return answer;
      await pause(100);
    }
    throw new Error('The system did not come back');
  }

  it('books every approval once although commission is killed meanwhile', async () => {
    const { brand } = fixture;
    const approve = async (): Promise<void> => {
      for (const id of conversions) {
        const answer = await callUntilAnswered(() =>
          client.call('PUT', `/api/brand/conversions/${id}/review`, {
            token: brand.token,
            body: { decision: 'approved' },
          }),
        );
        expect(answer.body.data).toMatchObject({ id, status: 'approved' });
      }
    };
    const kills = await underKills(system, 'commission', approve());
    expect(kills).toBeGreaterThan(0);
    await system.ready();
    const earnings = await client.until(
      '/api/affiliate/earnings/simple',
      { token: fixture.affiliate.token },
      (body) => body.total_earnings === ORDERS * 40,
      90_000,
    );
    expect(earnings.available_for_payout).toBe(ORDERS * 40);
  }, 180_000);

  it('redirects and takes orders while the worker of tracking is down, and credits them when it is back', async () => {
    const { affiliate } = fixture;
    expect(system.processesOf('tracking')).toEqual(['tracking', 'tracking-worker']);
    system.kill('tracking-worker', { hold: true });
    const click = await follow(client, fixture.trackingCode);
    const id = await post(client, click, 'order-without-worker', '100.00');
    expect(await system.isReady('tracking')).toBe(true);
    expect(await system.isReady('tracking-worker')).toBe(false);
    system.start('tracking-worker');
    await system.ready();
    await client.until(
      '/api/affiliate/conversions?per_page=100',
      { token: affiliate.token },
      ({ data }) => data.conversions.some((row: { id: string }) => row.id === id),
      60_000,
    );
  }, 120_000);

  /** Deletes what this system has in Redis, which other systems may share. */
  async function emptyRedis(): Promise<void> {
    const redis = new Redis(process.env['REDIS_URL'] ?? '');
    const keys = await redis.keys(`${system.namespace}*`);
    if (keys.length > 0) await redis.del(keys);
    redis.disconnect();
  }

  it('books an order once although Redis is emptied, messages that nobody can read come, and attribution is killed', async () => {
    const { brand, affiliate } = fixture;
    const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
    const topics = ['tracking.conversions', 'commission.commissions'];
    const earnings = ['/api/affiliate/earnings/simple', { token: affiliate.token }] as const;
    const before: number = (await client.must('GET', ...earnings)).total_earnings;
    await emptyRedis();
    const poison = await sendPoison(brokers, system.namespace, { mark: 'poison', topics });
    for (const process of system.processesOf('attribution')) system.kill(process);
    const click = await follow(client, fixture.trackingCode);
    const id = await post(client, click, 'order-among-poison', '100.00');
    await system.ready();
    const body = { decision: 'approved' };
    const path = `/api/brand/conversions/${id}/review`;
    await client.must('PUT', path, { token: brand.token, body });
    const after = await client.until(
      ...earnings,
      ({ total_earnings }) => total_earnings > before,
      60_000,
    );
    expect(after.total_earnings - before).toBeCloseTo(10);
    await eventually(async () => (await poison.missing()).length === 0, { timeoutMs: 60_000 });
  }, 120_000);

  it('pays once although payout is killed and the provider’s answers are lost after the payment was made', async () => {
    const account = await payoutAccount(client, fixture);
    const fault = { target: 'cardproc.transfers.create', mode: 'timeout_after', ms: 0 };
    const numbers = [1, 2, 3];
    const { affiliate } = fixture;
    const body = JSON.stringify({ ...fault, count: 2 });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${system.sandboxUrl}/faults`, { method: 'POST', headers, body });
    const request = async (): Promise<void> => {
      for (const number of numbers) {
        const answer = await callUntilAnswered(() =>
          client.call('POST', '/api/affiliate/payouts/request', {
            token: affiliate.token,
            headers: { 'idempotency-key': `lost-${String(number)}` },
            body: { amount: 60, payment_method_id: account },
          }),
        );
        expect(answer).toMatchObject({ status: 200, body: { success: true } });
      }
    };
    await underKills(system, 'payout', request());
    await system.ready();
    await client.until(
      '/api/payouts/list?limit=100',
      { token: affiliate.token },
      ({ payouts }) =>
        payouts.length === numbers.length &&
        payouts.every((p: { status: string }) => p.status === 'completed'),
      60_000,
    );
  }, 180_000);
};
