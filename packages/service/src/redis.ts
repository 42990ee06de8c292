import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { type Logger } from './log.ts';

/** Where Redis is. */
export interface RedisAccess {
  /** With user and password; rediss:// for TLS. Several nodes, separated by commas, are those of a Redis Cluster. */
  readonly url: string;
  /** The authority that signed its certificate, PEM; by default those that Node.js trusts. */
  readonly ca?: string;
}

const URL_PARTS = /^(rediss?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

/** The URL of each node of a URL with several. */
export function nodeUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = URL_PARTS.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host.trim()}${after}`);
}

const retryStrategy = (attempt: number): number => Math.min(100 * attempt, 2_000);

const tlsOf = ({ url, ca }: RedisAccess): Pick<RedisOptions, 'tls'> =>
  url.startsWith('rediss:') ? { tls: ca === undefined ? {} : { ca } } : {};

/** A client of a Redis Cluster. Commands of services name keys of one slot each (`redis-slots.ts`), so it serves as a single one. */
function openCluster(access: RedisAccess): Redis {
  const nodes = nodeUrls(access.url).map((url) => new URL(url));
  const [first] = nodes;
  const cluster = new Cluster(
    nodes.map(({ hostname: host, port }) => ({ host, port: Number(port || 6379) })),
    {
      lazyConnect: true,
      enableOfflineQueue: false,
      clusterRetryStrategy: retryStrategy,
      redisOptions: {
        ...tlsOf(access),
        ...(first?.username ? { username: decodeURIComponent(first.username) } : {}),
        ...(first?.password ? { password: decodeURIComponent(first.password) } : {}),
        maxRetriesPerRequest: 1,
        commandTimeout: 1_000,
      },
    },
  );
  return cluster as unknown as Redis;
}

const openServer = (access: RedisAccess): Redis =>
  new Redis(access.url, {
    ...(access.ca === undefined ? {} : tlsOf(access)),
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 1_000,
    retryStrategy,
  });

/**
 * Opens Redis, a single server or a cluster. While it is down commands fail at once, so that callers use their fallback
 * instead of waiting; the client reconnects.
 */
export async function openRedis(access: RedisAccess, log: Logger): Promise<Redis> {
  const redis = nodeUrls(access.url).length > 1 ? openCluster(access) : openServer(access);
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
