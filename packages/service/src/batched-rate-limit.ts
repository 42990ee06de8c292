import { keepLastUsed, type LastUsed } from '@tributary/work';
import { type Redis } from 'ioredis';
import { SECOND_MS } from '@tributary/units';
import {
  type CountedWindow,
  openWindows,
  type RateLimit,
  type RateLimitState,
  stateWithin,
} from './rate-limit.ts';

/** A window as this instance knows it. */
interface KnownWindow {
  /** All instances' calls when Redis last replied, and those of this instance that were not in its reply. */
  used: number;
  /** Calls of this instance that were not sent to Redis. */
  pending: number;
  /** Calls of this instance that were sent, without a reply. */
  sent: number;
  endsAt: number;
  syncedAt: number;
}

export interface BatchedRateLimiter {
  /** Counts one call of `key`; at once where it needs no round trip. @throws rate_limited with Retry-After */
  readonly count: (key: string) => RateLimitState | undefined | Promise<RateLimitState>;
}

const MAX_KEYS = 10_000;
/** The part of a limit that an instance may count by itself. */
const BATCHES_PER_WINDOW = 100;
/** How long an instance relies on what it knows of the others' calls, ms. */
const KNOWN_FOR_MS = 100;

/** The current window of a key; what was pending in an ended one is dropped. */
function windowOf(known: LastUsed<KnownWindow>, key: string, now: number): KnownWindow {
  const last = known.get(key);
  if (last !== undefined && now < last.endsAt) return last;
  const window = last ?? { used: 0, pending: 0, sent: 0, endsAt: 0, syncedAt: -Infinity };
  window.used = window.sent;
  window.pending = 0;
  if (last === undefined) known.set(key, window);
  return window;
}

/** Takes over the count of Redis after `calls` of this instance were added to it. */
function update(
  window: KnownWindow,
  { used, endsInMs }: CountedWindow,
  {
    calls,
    now,
    windowMs,
  }: { readonly calls: number; readonly now: number; readonly windowMs: number },
): void {
  const endsAt = now + endsInMs;
  const isSameWindow = endsAt - window.endsAt < windowMs / 2;
  window.sent -= calls;
  const all = used + window.pending + window.sent;
  window.used = isSameWindow ? Math.max(window.used, all) : all;
  window.endsAt = endsAt;
  window.syncedAt = now;
}

/**
 * A fixed window that all instances share, for many calls: an instance counts up to a hundredth of the limit by itself
 * before it waits for Redis. One instance alone is exact; each of several may admit up to a hundredth too
 * many. Limits below 100, and calls that come less often than ten times a second, are counted one by one.
 */
export function openBatchedRateLimiter(
  redis: Redis,
  namespace: string,
  limit: RateLimit,
  nowMs: () => number = () => performance.now(),
): BatchedRateLimiter {
  if (limit.points === 0) return { count: () => undefined };
  const windows = openWindows(redis, namespace, limit);
  const known = keepLastUsed<KnownWindow>({ max: MAX_KEYS });
  const windowMs = limit.windowSeconds * SECOND_MS;
  const maxUnconfirmed = Math.floor(limit.points / BATCHES_PER_WINDOW);

  /** Counts the call, and those that are pending, in Redis. */
  const countInRedis = async (key: string, window: KnownWindow): Promise<RateLimitState> => {
    const calls = window.pending + 1;
    window.pending = 0;
    window.used += 1;
    window.sent += calls;
    const counted = await windows.add(key, calls).catch((error: unknown) => {
      window.sent -= calls;
      throw error;
    });
    update(window, counted, { calls, now: nowMs(), windowMs });
    return stateWithin(limit, counted);
  };

  return {
    count: (key) => {
      const now = nowMs();
      const window = windowOf(known, key, now);
      const endsInMs = window.endsAt - now;
      const isFull = endsInMs > 0 && window.used - window.pending >= limit.points;
      if (isFull) return stateWithin(limit, { used: limit.points + 1, endsInMs });
      const mayCount =
        now - window.syncedAt < KNOWN_FOR_MS &&
        window.pending + window.sent < maxUnconfirmed &&
        window.used < limit.points;
      if (!mayCount) return countInRedis(key, window);
      window.used += 1;
      window.pending += 1;
      return stateWithin(limit, { used: window.used, endsInMs });
    },
  };
}
