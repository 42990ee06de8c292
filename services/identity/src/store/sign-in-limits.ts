import { createHash } from 'node:crypto';
import { type Redis } from 'ioredis';
import {
  addressKey,
  openRateLimiter,
  rateLimitHeaders,
  type RateLimitState,
} from '@tributary/service';

export interface SignInLimits {
  /** Counts a sign-in for its IP address and for its account. @throws rate_limited */
  login(ip: string, email: string): Promise<Headers>;
  /** Counts an attempt at the current password of a signed-in account. @throws rate_limited */
  passwordAttempt(email: string): Promise<void>;
  /** @throws rate_limited */
  register(ip: string): Promise<Headers>;
  /** @throws rate_limited */
  refresh(ip: string): Promise<Headers>;
}

type Headers = Record<string, string>;

const WINDOW_SECONDS = 60;

/** Redis stores no e-mail addresses, so the key is a digest. */
const accountKey = (email: string): string =>
  createHash('sha256').update(email).digest('base64url');

const tightest = (states: readonly (RateLimitState | undefined)[]): Headers => {
  const counted = states.filter((state) => state !== undefined);
  const [first] = counted.toSorted((left, right) => left.remaining - right.remaining);
  return first === undefined ? {} : rateLimitHeaders(first);
};

/** Rate limits against password guessing and bulk registration, shared by all instances. */
export function openSignInLimits(
  redis: Redis,
  settings: { namespace: string; loginPerMinute: number; registerPerMinute: number },
): SignInLimits {
  const { namespace, loginPerMinute, registerPerMinute } = settings;
  const limiter = (name: string, points: number) =>
    openRateLimiter(redis, namespace, { name, points, windowSeconds: WINDOW_SECONDS });
  const loginByAddress = limiter('login-ip', loginPerMinute);
  const loginByAccount = limiter('login-account', loginPerMinute);
  const register = limiter('register-ip', registerPerMinute);
  const refresh = limiter('refresh-ip', registerPerMinute);
  return {
    login: async (ip, email) => {
      // One after the other, so that a refused IP address does not use up the account's attempts.
      const byAddress = await loginByAddress.consume(addressKey(ip));
      const byAccount = await loginByAccount.consume(accountKey(email));
      return tightest([byAddress, byAccount]);
    },
    passwordAttempt: async (email) => {
      await loginByAccount.consume(accountKey(email));
    },
    register: async (ip) => tightest([await register.consume(addressKey(ip))]),
    refresh: async (ip) => tightest([await refresh.consume(addressKey(ip))]),
  };
}
