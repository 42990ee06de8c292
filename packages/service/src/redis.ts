import { Redis } from 'ioredis';
import { type Logger } from './log.ts';

/** Where Redis is. */
export interface RedisAccess {
  /** With user and password; rediss:// for TLS. */
  readonly url: string;
  /** The authority that signed its certificate, PEM; by default those that Node.js trusts. */
  readonly ca?: string;
}

/**
 * Opens Redis. While Redis is down commands fail at once, so that callers use their fallback
 * instead of waiting; the client reconnects.
 */
export async function openRedis({ url, ca }: RedisAccess, log: Logger): Promise<Redis> {
  const redis = new Redis(url, {
    ...(ca === undefined || !url.startsWith('rediss:') ? {} : { tls: { ca } }),
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
  });
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) log.warn({ err: error }, 'Redis is unavailable');
    away = true;
  });
  redis.on('ready', () => {
    if (away) log.info('Redis is available again');
    away = false;
  });
  await redis.connect().catch(() => undefined);
  return redis;
}
