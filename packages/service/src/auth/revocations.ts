import { type Redis } from 'ioredis';

/** Users whose tokens issued before a moment no longer count. */
export interface Revocations {
  /** Whether a token of `userId` issued at `issuedAtS` (seconds) has been revoked. */
  isRevoked(userId: string, issuedAtS: number): boolean;
  close(): void;
}

const REFRESH_EVERY_MS = 2_000;
const keyOf = (namespace: string): string => `${namespace}revoked-users`;

/**
 * Revokes every token of `userId` issued up to `nowS` (seconds). Entries older than `lifetimeS`, the
 * longest life of a token, are forgotten.
 */
export async function revokeTokens(
  redis: Redis,
  namespace: string,
  revocation: { userId: string; nowS: number; lifetimeS: number },
): Promise<void> {
  const { userId, nowS, lifetimeS } = revocation;
  await redis
    .multi()
    .zadd(keyOf(namespace), nowS, userId)
    .zremrangebyscore(keyOf(namespace), '-inf', nowS - lifetimeS - 60)
    .exec();
}

/**
 * A local copy of the revoked users, refreshed every 2 s, so that checking a token costs no round trip.
 * While Redis is away the last copy holds.
 */
export function openRevocations(redis: Redis, namespace: string): Revocations {
  let revokedAtS = new Map<string, number>();
  const refresh = async (): Promise<void> => {
    const pairs = await redis.zrange(keyOf(namespace), '0', '-1', 'WITHSCORES');
    const next = new Map<string, number>();
    for (let index = 0; index < pairs.length; index += 2) {
      next.set(pairs[index] ?? '', Number(pairs[index + 1]));
    }
    revokedAtS = next;
  };
  const refreshQuietly = (): void => {
    refresh().catch(() => undefined);
  };
  refreshQuietly();
  const timer = setInterval(refreshQuietly, REFRESH_EVERY_MS);
  timer.unref();
  return {
    isRevoked: (userId, issuedAtS) => issuedAtS <= (revokedAtS.get(userId) ?? -1),
    close: () => {
      clearInterval(timer);
    },
  };
}
