import { Redis } from 'ioredis';
import { type Logger } from './log.ts';

/**
 * Opens Redis. Commands fail at once while it is away, so that callers fall back instead of waiting;
 * the connection comes back by itself.
 */
export async function openRedis(url: string, log: Logger): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
  });
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) log.warn({ err: error }, 'Redis is away');
    away = true;
  });
  redis.on('ready', () => {
    if (away) log.info('Redis is back');
    away = false;
  });
  await redis.connect().catch(() => undefined);
  return redis;
}
