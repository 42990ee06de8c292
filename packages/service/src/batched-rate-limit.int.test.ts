import { randomUUIDv7 } from 'node:crypto';
import { type Redis } from 'ioredis';
import { isAppError } from '@tributary/errors';
import { eventually, testEnv } from '@tributary/testing';
import { type BatchedRateLimiter, openBatchedRateLimiter } from './batched-rate-limit.ts';
import { openLog } from './log.ts';
import { openRedis } from './redis.ts';

const LIMIT = 1_000;
const HUNDREDTH = LIMIT / 100;

let redis: Redis;
const env = testEnv({});
beforeAll(async () => {
  redis = await openRedis({ url: env['REDIS_URL'] ?? '' }, openLog('test', 'error'));
});
afterAll(() => {
  redis.disconnect();
});

const open = ({ points = LIMIT, windowSeconds = 60, nowMs = () => performance.now() } = {}) =>
  openBatchedRateLimiter(
    redis,
    env['NAMESPACE'] ?? '',
    { name: 'batched', points, windowSeconds },
    nowMs,
  );

/** Whether a call is admitted. */
async function isAdmitted({ count }: BatchedRateLimiter, key: string): Promise<boolean> {
  try {
    await count(key);
    return true;
  } catch (error) {
    if (isAppError(error) && error.kind === 'rate_limited') return false;
    throw error;
  }
}

async function admittedOf(limiters: readonly BatchedRateLimiter[], calls: number): Promise<number> {
  const key = randomUUIDv7();
  const outcomes: Promise<boolean>[] = [];
  for (let call = 0; call < calls; call += 1) {
    const limiter = limiters[call % limiters.length];
    if (limiter !== undefined) outcomes.push(isAdmitted(limiter, key));
    // Several calls at once, and replies of Redis between them.
    if (call % 7 === 0) await outcomes.at(-1);
  }
  return (await Promise.all(outcomes)).filter(Boolean).length;
}

describe('a batched rate limit', () => {
  it('is exact for one instance', async () => {
    expect(await admittedOf([open()], LIMIT + 200)).toBe(LIMIT);
  });

  it('is exceeded by at most a hundredth for each of several instances', async () => {
    const admitted = await admittedOf([open(), open(), open()], 2 * LIMIT);
    expect(admitted).toBeGreaterThanOrEqual(LIMIT);
    expect(admitted).toBeLessThanOrEqual(LIMIT + 3 * HUNDREDTH);
  });

  it('is exact for every number of instances where it is below 100', async () => {
    const few = { points: 50 };
    expect(await admittedOf([open(few), open(few), open(few)], 120)).toBe(50);
  });

  it('counts most calls without a round trip, and states what is left', async () => {
    const { count } = open({ nowMs: () => 0 });
    const key = randomUUIDv7();
    let atOnce = 0;
    for (let call = 1; call <= 200; call += 1) {
      const state = count(key);
      if (!(state instanceof Promise)) atOnce += 1;
      expect(await state).toMatchObject({ limit: LIMIT, remaining: LIMIT - call });
    }
    expect(atOnce).toBeGreaterThan(150);
  });

  it('does not rely for longer than a moment on what it knows of other instances', async () => {
    let now = 0;
    const [one, other] = [open({ nowMs: () => now }), open()];
    const key = randomUUIDv7();
    await one.count(key);
    for (let call = 0; call < 500; call += 1) await other.count(key);
    now += 100;
    const { remaining } = (await one.count(key)) ?? {};
    expect(remaining).toBeLessThanOrEqual(LIMIT - 502 + HUNDREDTH);
  });

  it('refuses the rest of a window, and admits calls again in the next', async () => {
    const limiter = open({ points: 200, windowSeconds: 1 });
    const key = randomUUIDv7();
    await eventually(async () => !(await isAdmitted(limiter, key)), { everyMs: 0 });
    const error = await Promise.resolve()
      .then(() => limiter.count(key))
      .catch((thrown: unknown) => thrown);
    if (isAppError(error)) expect(error).toMatchObject({ retryAfterSeconds: 1 });
    await eventually(() => isAdmitted(limiter, key));
  });

  it('of zero is no limit', () => {
    expect(open({ points: 0 }).count('anyone')).toBeUndefined();
  });
});
