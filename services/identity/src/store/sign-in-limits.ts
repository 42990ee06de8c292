import { createHash } from 'node:crypto';
import { type Redis } from 'ioredis';
import { isAppError } from '@tributary/errors';
import {
  addressKey,
  openRateLimiter,
  type RateLimiter,
  rateLimitHeaders,
  type RateLimitState,
} from '@tributary/service';
import { HOUR_SECONDS } from '@tributary/units';

export interface SignInLimits {
  /**
   * Counts a sign-in for account and network together, for the account, and for its network. The
   * second does not hold where `isKnownNetwork`, so that strangers cannot lock the owner out.
   * @throws rate_limited
   */
  login(ip: string, email: string, isKnownNetwork: () => Promise<boolean>): Promise<Headers>;
  /** Reverts what a sign-in counted for its network, because it succeeded: many people may share one. */
  signedIn(ip: string): Promise<void>;
  /** Counts an attempt at the current password of a signed-in account. @throws rate_limited */
  passwordAttempt(userId: string): Promise<void>;
  /** Counts an attempt at a sign-in's second factor for its network. @throws rate_limited */
  secondFactor(ip: string): Promise<Headers>;
  /** Codes of a person's second factor, by user id. Right ones are given back. */
  readonly codes: RateLimiter;
  /** Counts a request for a password reset for address and network together. @throws rate_limited */
  passwordReset(ip: string, email: string): Promise<void>;
  /** Counts a link that an account has mailed again. @throws rate_limited */
  accountMail(userId: string): Promise<void>;
  /** Counts a sign-in by a passkey, or its beginning. @throws rate_limited */
  passkey(ip: string): Promise<void>;
  /** Counts the use of a mailed link. @throws rate_limited */
  followLink(ip: string): Promise<void>;
  /** @throws rate_limited */
  register(ip: string): Promise<Headers>;
  /** @throws rate_limited */
  refresh(ip: string): Promise<Headers>;
}

type Headers = Record<string, string>;

const WINDOW_SECONDS = 60;

/** An account may be tried this many times as often from all networks as from one. */
const NETWORKS = 10;
/** A network may fail this many times as often at all accounts as at one. */
const ACCOUNTS = 10;

/** Redis stores no e-mail addresses, so the key is a digest. */
const accountKey = (email: string): string =>
  createHash('sha256').update(email).digest('base64url');

const pairKey = (ip: string, email: string): string => `${addressKey(ip)} ${accountKey(email)}`;

const tightest = (states: readonly (RateLimitState | undefined)[]): Headers => {
  const counted = states.filter((state) => state !== undefined);
  const [first] = counted.toSorted((left, right) => left.remaining - right.remaining);
  return first === undefined ? {} : rateLimitHeaders(first);
};

interface LimitSettings {
  readonly namespace: string;
  readonly loginPerMinute: number;
  readonly registerPerMinute: number;
  readonly accountMailsPerHour: number;
  readonly codesPerHour: number;
}

/** Rate limits against password guessing, bulk registration and bulk mail, shared by all instances. */
export function openSignInLimits(redis: Redis, settings: LimitSettings): SignInLimits {
  const { namespace, loginPerMinute, registerPerMinute, accountMailsPerHour } = settings;
  const limiter = (name: string, points: number, windowSeconds = WINDOW_SECONDS) =>
    openRateLimiter(redis, namespace, { name, points, windowSeconds });
  const loginByAddress = limiter('login-ip', loginPerMinute * ACCOUNTS);
  const loginByPair = limiter('login-pair', loginPerMinute);
  const loginByAccount = limiter('login-account', loginPerMinute * NETWORKS);
  const passwordAttempts = limiter('password', loginPerMinute);
  const register = limiter('register-ip', registerPerMinute);
  const refresh = limiter('refresh-ip', registerPerMinute);
  const passkeys = limiter('passkey-ip', registerPerMinute);
  const links = limiter('link-ip', registerPerMinute);
  const resets = limiter('reset-pair', accountMailsPerHour, HOUR_SECONDS);
  const mails = limiter('account-mail', accountMailsPerHour, HOUR_SECONDS);
  const resetsByAddress = limiter('reset-ip', registerPerMinute);
  return {
    login: async (ip, email, isKnownNetwork) => {
      // One after the other, so that a refused network does not use up the account's attempts.
      const byAddress = await loginByAddress.consume(addressKey(ip));
      const byPair = await loginByPair.consume(pairKey(ip, email));
      try {
        await loginByAccount.consume(accountKey(email));
      } catch (error) {
        if (!isAppError(error) || !(await isKnownNetwork())) throw error;
      }
      return tightest([byAddress, byPair]);
    },
    signedIn: (ip) => loginByAddress.giveBack(addressKey(ip)),
    passwordAttempt: async (userId) => {
      await passwordAttempts.consume(userId);
    },
    secondFactor: async (ip) => tightest([await loginByAddress.consume(addressKey(ip))]),
    codes: limiter('second-factor', settings.codesPerHour, HOUR_SECONDS),
    passwordReset: async (ip, email) => {
      await resetsByAddress.consume(addressKey(ip));
      await resets.consume(pairKey(ip, email));
    },
    accountMail: async (userId) => {
      await mails.consume(userId);
    },
    followLink: async (ip) => {
      await links.consume(addressKey(ip));
    },
    passkey: async (ip) => {
      await passkeys.consume(addressKey(ip));
    },
    register: async (ip) => tightest([await register.consume(addressKey(ip))]),
    refresh: async (ip) => tightest([await refresh.consume(addressKey(ip))]),
  };
}
