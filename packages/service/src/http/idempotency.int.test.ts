import { randomUUIDv7 } from 'node:crypto';
import { invalid, isAppError } from '@tributary/errors';
import { type Mongo, openMongo } from '@tributary/mongo';
import { eventually, testEnv } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { openLog } from '../log.ts';
import { openIdempotency } from './idempotency.ts';
import { reply, type Reply } from './route.ts';

/** Long enough that a busy machine renews a running call in time. */
const HELD_MS = 1_500;
const WAIT_MS = 4_000;

describe('calls with one Idempotency-Key', () => {
  let mongo: Mongo;
  beforeAll(async () => {
    const env = testEnv({});
    const database = `${env['NAMESPACE'] ?? ''}idempotency`;
    mongo = await openMongo({
      url: env['MONGO_URL'] ?? '',
      database,
      log: openLog('test', 'error'),
    });
  });
  afterAll(() => mongo.close());

  const aCall = () => ({ scope: 'ann POST /payouts', key: randomUUIDv7(), rawBody: '{}' });
  const instance = () => openIdempotency(mongo, { leaseMs: HELD_MS, waitMs: WAIT_MS });
  const created = (id: string) => reply(201, { body: { id } });
  const claims = () => mongo.connection.collection('idempotency_answers');
  const running = (until: number) => ({
    $set: { state: 'running', runningUntil: new Date(until) },
    $unset: { body: true, status: true },
  });
  const bodiesOf = (replies: readonly Reply[]) => replies.map(({ body }) => body);

  it('run once: the others wait for the first, however long it takes', async () => {
    const call = aCall();
    const end = Promise.withResolvers<undefined>();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await end.promise;
      return created(`run ${String(runs)}`);
    };
    const replies = Array.from({ length: 5 }, () => instance().run(call, work));
    // Longer than a dead call would block it.
    await eventually(async () => {
      const newest = await claims().findOne({}, { sort: { expiresAt: -1 } });
      const begunMs = Number(newest?.['expiresAt']) - DAY_MS;
      return Number(newest?.['runningUntil']) - begunMs > 2 * HELD_MS;
    });
    end.resolve(undefined);
    expect(bodiesOf(await Promise.all(replies))).toEqual(Array(5).fill({ id: 'run 1' }));
    expect(runs).toBe(1);
  });

  it('are continued by the next call soon after the first has died', async () => {
    const call = aCall();
    await instance().run(call, () => Promise.resolve(created('first')));
    await claims().updateMany({}, running(Date.now() + HELD_MS));
    const next = await instance().run(call, () => Promise.resolve(created('second')));
    expect(next.body).toEqual({ id: 'second' });
  });

  it('report that the first is still running after the longest wait', async () => {
    const call = aCall();
    await instance().run(call, () => Promise.resolve(created('first')));
    await claims().updateMany({}, running(Date.now() + 60_000));
    const waiting = instance().run(call, () => Promise.resolve(created('second')));
    await expect(waiting).rejects.toMatchObject({
      code: 'request_in_progress',
      retryAfterSeconds: 1,
    });
  });

  it('may be repeated where the first call failed', async () => {
    const call = aCall();
    const failed = await instance()
      .run(call, () => Promise.reject(invalid('below_minimum', { message: 'Too little' })))
      .catch((error: unknown) => error);
    expect(isAppError(failed)).toBe(true);
    const again = await instance().run(call, () => Promise.resolve(created('second')));
    expect(again.body).toEqual({ id: 'second' });
  });
});
