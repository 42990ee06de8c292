import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceId, storingServices } from '@tributary/catalog';

const root = join(import.meta.dirname, '../../..');

export interface RedisKeys {
  /** Patterns of keys that the service reads and others write. */
  readonly readOnly: readonly string[];
  /** Patterns of keys that the service reads and writes. */
  readonly own: readonly string[];
  readonly channels: readonly string[];
}

const REVOCATIONS = ['revoked-users', 'revoked-tokens'];

/** Keys and channels that the stores of a service name; a test compares them with the code. */
const stored: Readonly<Partial<Record<ServiceId, Partial<RedisKeys>>>> = {
  gateway: { own: ['quota:*'] },
  // Sign-outs and suspensions; every service reads them.
  identity: { own: REVOCATIONS },
  tracking: {
    own: [
      'seen:*',
      'newcomers:*',
      'clicks:*',
      'last-click:*',
      'click-cap:*',
      'arrivals:*',
      'anonymous-orders:*',
    ],
  },
  attribution: { own: ['attribution:traffic:*'] },
  notification: { channels: ['notification-arrivals'] },
};

const LIMITS = 'limit:*';

/** The texts of a service's product code. */
export const sourcesOf = (service: ServiceId): string[] =>
  globSync(`services/${service}/src/**/*.ts`, { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));

/** Counters of limits are shared: one mailbox has one limit over all services that mail it. */
const hasLimits = (service: ServiceId): boolean =>
  sourcesOf(service).some((text) =>
    /\bopen(BatchedRateLimiter|RateLimiter|MailLimit)\(/.test(text),
  );

/** The keys and channels of Redis that a service uses, without the namespace. */
export function redisKeys(service: ServiceId): RedisKeys {
  const { own = [], channels = [] } = stored[service] ?? {};
  const outbox = storingServices.includes(service) ? [`outbox-${service}`] : [];
  return {
    readOnly: REVOCATIONS.filter((key) => !own.includes(key)),
    own: [...own, ...(hasLimits(service) ? [LIMITS] : [])],
    channels: [...channels, ...outbox],
  };
}
