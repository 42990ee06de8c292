import { type Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type AppError, rateLimited } from '@tributary/errors';

export interface RateLimit {
  readonly name: string;
  /** Calls allowed in a window; 0 switches the limit off. */
  readonly points: number;
  readonly windowSeconds: number;
}

/** The state of a counter, for the RateLimit headers. */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Counts one call of `key`. @throws rate_limited with Retry-After where the window is used up */
  consume(key: string): Promise<RateLimitState | undefined>;
  /** Reverts a counted call of `key` that failed through no fault of the caller. */
  giveBack(key: string): Promise<void>;
}

const statesOfRefusals = new WeakMap<AppError, RateLimitState>();

/** The state of the counter that led to this error; undefined for any other error. */
export const rateLimitStateOf = (error: AppError): RateLimitState | undefined =>
  statesOfRefusals.get(error);

/**
 * A fixed window counted in Redis for all instances. While Redis is down each instance counts
 * alone.
 */
export function openRateLimiter(redis: Redis, namespace: string, limit: RateLimit): RateLimiter {
  const { name, points, windowSeconds } = limit;
  if (points === 0) {
    return { consume: () => Promise.resolve(undefined), giveBack: () => Promise.resolve() };
  }
  const window = { points, duration: windowSeconds, keyPrefix: `${namespace}limit:${name}` };
  const limiter = new RateLimiterRedis({
    ...window,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  const stateOf = (result: RateLimiterRes): RateLimitState => ({
    limit: points,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  });
  return {
    consume: async (key) => {
      try {
        return stateOf(await limiter.consume(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const state = stateOf(error);
        const refusal = rateLimited('rate_limit_exceeded', {
          message: `At most ${String(points)} calls in ${String(windowSeconds)} seconds`,
          retryAfterSeconds: state.resetSeconds,
        });
        statesOfRefusals.set(refusal, state);
        throw refusal;
      }
    },
    giveBack: async (key) => {
      await limiter.reward(key);
    },
  };
}

/** The RateLimit header fields of the IETF draft, in the form that clients support. */
export const rateLimitHeaders = (state: RateLimitState): Record<string, string> => ({
  'ratelimit-limit': String(state.limit),
  'ratelimit-remaining': String(state.remaining),
  'ratelimit-reset': String(state.resetSeconds),
});
