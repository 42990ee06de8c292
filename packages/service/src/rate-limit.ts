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

/** A key's window in Redis after calls were added to it. */
export interface CountedWindow {
  /** The calls of all instances. */
  readonly used: number;
  readonly endsInMs: number;
}

/** @throws rate_limited */
function refuse({ points, windowSeconds }: RateLimit, state: RateLimitState): never {
  const refusal = rateLimited('rate_limit_exceeded', {
    message: `At most ${String(points)} calls in ${String(windowSeconds)} seconds`,
    retryAfterSeconds: state.resetSeconds,
  });
  statesOfRefusals.set(refusal, state);
  throw refusal;
}

/** The state of a window; `used` includes the current call. @throws rate_limited where that is one too many */
export function stateWithin(limit: RateLimit, { used, endsInMs }: CountedWindow): RateLimitState {
  const state = {
    limit: limit.points,
    remaining: Math.max(0, limit.points - used),
    resetSeconds: Math.max(1, Math.ceil(endsInMs / 1000)),
  };
  return used > limit.points ? refuse(limit, state) : state;
}

/** Counts in Redis for all instances. While Redis is down each instance counts alone. */
export function openWindows(redis: Redis, namespace: string, limit: RateLimit) {
  const { name, points, windowSeconds } = limit;
  const window = { points, duration: windowSeconds, keyPrefix: `${namespace}limit:${name}` };
  const limiter = new RateLimiterRedis({
    ...window,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  return {
    /** Adds calls to the window of `key`, whether or not they are within the limit. */
    add: async (key: string, calls: number): Promise<CountedWindow> => {
      const result = await limiter.consume(key, calls).catch((error: unknown) => {
        if (error instanceof RateLimiterRes) return error;
        throw error;
      });
      return { used: result.consumedPoints, endsInMs: result.msBeforeNext };
    },
    giveBack: async (key: string): Promise<void> => {
      await limiter.reward(key);
    },
  };
}

/**
 * A fixed window counted in Redis for all instances. While Redis is down each instance counts
 * alone.
 */
export function openRateLimiter(redis: Redis, namespace: string, limit: RateLimit): RateLimiter {
  if (limit.points === 0) {
    return { consume: () => Promise.resolve(undefined), giveBack: () => Promise.resolve() };
  }
  const windows = openWindows(redis, namespace, limit);
  return {
    consume: async (key) => stateWithin(limit, await windows.add(key, 1)),
    giveBack: windows.giveBack,
  };
}

/** The RateLimit header fields of the IETF draft, in the form that clients support. */
export const rateLimitHeaders = (state: RateLimitState): Record<string, string> => ({
  'ratelimit-limit': String(state.limit),
  'ratelimit-remaining': String(state.remaining),
  'ratelimit-reset': String(state.resetSeconds),
});
