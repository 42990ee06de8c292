import { type Redis } from 'ioredis';
import { HOUR_SECONDS } from '@tributary/units';

/** Tokens that were revoked before they expired. */
export interface Revocations {
  /** Whether a token of an account, person or membership issued at `issuedAtS` (seconds) has been revoked with all of its tokens. */
  isRevoked(userId: string, issuedAtS: number): boolean;
  /** Whether this one token (`jti`), or all of one session (`sid`), have been revoked. */
  isTokenRevoked(tokenId: string): boolean;
  close(): void;
}

const REFRESH_EVERY_MS = 2_000;
/**
 * An earlier revocation may become visible after a later one, so this much of the list is read
 * again.
 */
const READ_AGAIN_S = 30;
/** The longest lifetime of an access token. */
const FORGET_AFTER_S = HOUR_SECONDS;
const usersKey = (namespace: string): string => `${namespace}revoked-users`;
const tokensKey = (namespace: string): string => `${namespace}revoked-tokens`;

async function add(
  redis: Redis,
  key: string,
  entry: { member: string; nowS: number; lifetimeS: number },
): Promise<void> {
  const { member, nowS, lifetimeS } = entry;
  // An earlier revocation may be published again after a later one.
  await redis
    .multi()
    .zadd(key, 'GT', nowS, member)
    .zremrangebyscore(key, '-inf', nowS - lifetimeS - 60)
    .exec();
}

/**
 * Revokes every token of `userId` (or a membership, by `memberTokensOf`) issued up to `nowS` (seconds). Entries older than `lifetimeS`,
 * the longest lifetime of a token, are removed.
 */
export const revokeTokens = (
  redis: Redis,
  namespace: string,
  revocation: { userId: string; nowS: number; lifetimeS: number },
): Promise<void> => {
  const { userId: member, nowS, lifetimeS } = revocation;
  return add(redis, usersKey(namespace), { member, nowS, lifetimeS });
};

/** Revokes the one token `tokenId` (its `jti`), or all tokens of the session of that id (`sid`). */
export const revokeToken = (
  redis: Redis,
  namespace: string,
  revocation: { tokenId: string; nowS: number; lifetimeS: number },
): Promise<void> => {
  const { tokenId: member, nowS, lifetimeS } = revocation;
  return add(redis, tokensKey(namespace), { member, nowS, lifetimeS });
};

/** A copy of one list that reads new entries and drops old ones. */
function followList(redis: Redis, key: string) {
  const revokedAtS = new Map<string, number>();
  let newestS = 0;
  return {
    revokedAtS,
    refresh: async (): Promise<void> => {
      const from = newestS === 0 ? '-inf' : newestS - READ_AGAIN_S;
      const pairs = await redis.zrange(key, from, '+inf', 'BYSCORE', 'WITHSCORES');
      for (let index = 0; index < pairs.length; index += 2) {
        const atS = Number(pairs[index + 1]);
        revokedAtS.set(pairs[index] ?? '', atS);
        newestS = Math.max(newestS, atS);
      }
      for (const [member, atS] of revokedAtS) {
        if (atS < newestS - FORGET_AFTER_S) revokedAtS.delete(member);
      }
    },
  };
}

/**
 * A local copy of the revocations, refreshed every 2 s, so that checking a token needs no round
 * trip. While Redis is down the last copy applies.
 */
export function openRevocations(redis: Redis, namespace: string): Revocations {
  const users = followList(redis, usersKey(namespace));
  const tokens = followList(redis, tokensKey(namespace));
  const refreshQuietly = (): void => {
    for (const list of [users, tokens]) list.refresh().catch(() => undefined);
  };
  refreshQuietly();
  const timer = setInterval(refreshQuietly, REFRESH_EVERY_MS);
  timer.unref();
  return {
    isRevoked: (userId, issuedAtS) => issuedAtS <= (users.revokedAtS.get(userId) ?? -1),
    isTokenRevoked: (tokenId) => tokens.revokedAtS.has(tokenId),
    close: () => {
      clearInterval(timer);
    },
  };
}
