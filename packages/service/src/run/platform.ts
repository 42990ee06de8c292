import { type Redis } from 'ioredis';
import { type Bus, durabilityOf, openBus } from '@tributary/messaging';
import { type Mongo, openMongo } from '@tributary/mongo';
import { openServiceTokens, type ServiceTokens } from '@tributary/service-tokens';
import { openKeySet } from '../auth/key-set.ts';
import { openRevocations, type Revocations } from '../auth/revocations.ts';
import { openTokenVerifier, type TokenVerifier } from '../auth/token-verifier.ts';
import { type Calls, openCalls } from '../call-deadline.ts';
import { type Clock, newId, systemClock } from '../clock.ts';
import { type BaseConfig } from '../config.ts';
import { type Logger, openLog } from '../log.ts';
import { openMetrics, type ServiceMetrics } from '../metrics.ts';
import { openRedis } from '../redis.ts';
import { startProcessTracing } from '../tracing.ts';
import { watchPool } from './watch-pool.ts';
import { openYielding } from './yield-to-calls.ts';

/** What every service has: engines, time, ids, logs, metrics and the token verifier. */
export interface Platform {
  readonly log: Logger;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly metrics: ServiceMetrics;
  readonly mongo: Mongo;
  readonly redis: Redis;
  readonly bus: Bus;
  readonly verifier: TokenVerifier;
  readonly revocations: Revocations;
  /** The calls that this process answers. */
  readonly calls: Calls;
  /** Lets calls go first: awaited between two parts of work that nobody waits for. */
  readonly yieldToCalls: () => Promise<void>;
  /** By which this service calls others and recognises their calls. */
  readonly tokens: ServiceTokens;
  /** Closes MongoDB and Redis; the bus is closed with the parts that use it. */
  close(): Promise<void>;
}

/** The name of a service's database. */
export const databaseOf = (config: Pick<BaseConfig, 'service' | 'namespace'>): string =>
  `${config.namespace}tributary_${config.service}`;

/** Opens the engines. @throws unavailable where MongoDB cannot be reached in time */
export async function openPlatform(
  config: BaseConfig,
  clock: Clock = systemClock,
): Promise<Platform> {
  const log = openLog(config.service, config.logLevel);
  const metrics = openMetrics(config.service, config.role, config.tracing.endpoint !== undefined);
  const tracing = await startProcessTracing(config, log, metrics);
  const redis = await openRedis(config.redis, log);
  const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log, clock });
  const bus = openBus({
    ...config.kafka,
    clientId: config.service,
    topicPrefix: config.namespace,
    ...durabilityOf(config.kafkaReplicationFactor),
    partitions: config.kafkaPartitions,
    log,
    metrics: metrics.registry,
  });
  watchPool(metrics, mongo);
  const revocations = openRevocations(redis, config.namespace);
  const tokens = openServiceTokens(config.serviceIdentity);
  const keys = openKeySet(`${config.urls.identity}/.well-known/jwks.json`, tokens, config.innerTls);
  const calls = openCalls(mongo.isAnswering);
  return {
    calls,
    yieldToCalls: openYielding(calls.waiting, mongo.ping),
    log,
    clock,
    newId,
    metrics,
    mongo,
    redis,
    bus,
    verifier: openTokenVerifier(keys, revocations),
    revocations,
    tokens,
    close: async () => {
      revocations.close();
      await mongo.close();
      redis.disconnect();
      await tracing.close();
    },
  };
}
