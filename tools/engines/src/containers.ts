import type { OpenedEngines } from './docker.ts';
import type { EngineName } from './errors.ts';
import { EngineError, messageOf } from './errors.ts';
import { pinned, readPins } from './images/pins.ts';
import { kafkaIsReady, waitUntilReady } from './readiness.ts';

interface Container {
  readonly url: string;
  readonly stop: () => Promise<unknown>;
}

// The images are named, because the modules' own defaults move with their versions.
const MONGO_IMAGE = 'mongo:7';
const KAFKA_IMAGE = 'confluentinc/cp-kafka:8.0.0';
const REDIS_IMAGE = 'redis:7';

const withDigest = (image: string): string => pinned(image, readPins());

const KAFKA_PORT = 9093;

/** The engines' own tuning for tests: as in the native Kafka. */
const KAFKA_ENVIRONMENT = {
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
  KAFKA_NUM_PARTITIONS: '3',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
  KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: '1000',
  KAFKA_BROKER_SESSION_TIMEOUT_MS: '3000',
  KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '500',
  KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
  KAFKA_LOG_MESSAGE_TIMESTAMP_AFTER_MAX_MS: String(2n ** 63n - 1n),
  KAFKA_HEAP_OPTS: '-Xms128m -Xmx512m',
};

/** Throwaway engines for tests by testcontainers. Throws EngineError. */
export const openContainers = async (
  engines: readonly EngineName[],
  log: (line: string) => void,
): Promise<OpenedEngines> => {
  log(`starting ${engines.join(', ')} in containers`);
  const outcomes = await Promise.allSettled(engines.map(async (engine) => STARTS[engine]()));
  const started = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  const close = async (): Promise<void> => {
    await Promise.allSettled(started.map(async (container) => container.stop()));
  };
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await close();
    throw new EngineError(
      `Docker could not start an engine: ${messageOf(failed.reason)}`,
      'let Docker pull its image, or set TRIBUTARY_ENGINES=native',
    );
  }
  const urls = engines.map((engine, index) => [engine, started[index]?.url] as const);
  return { urls: Object.fromEntries(urls), close };
};

const startMongo = async (): Promise<Container> => {
  const { MongoDBContainer } = await import('@testcontainers/mongodb');
  const container = await new MongoDBContainer(withDigest(MONGO_IMAGE)).start();
  const url = `${container.getConnectionString().replace(/\/$/, '')}/?directConnection=true`;
  return { url, stop: async () => container.stop() };
};

const startKafka = async (): Promise<Container> => {
  const { KafkaContainer } = await import('@testcontainers/kafka');
  const container = await new KafkaContainer(withDigest(KAFKA_IMAGE))
    .withEnvironment(KAFKA_ENVIRONMENT)
    .start();
  const host = container.getHost();
  const port = container.getMappedPort(KAFKA_PORT);
  const remedy = `read: docker logs ${container.getId().slice(0, 12)}`;
  // The port is open before there is a broker behind it.
  await waitUntilReady('Kafka', async () => kafkaIsReady(port, host), {
    timeoutMs: 60_000,
    remedy,
  });
  const url = `${host}:${port}`;
  return { url, stop: async () => container.stop() };
};

const startRedis = async (): Promise<Container> => {
  const { RedisContainer } = await import('@testcontainers/redis');
  const container = await new RedisContainer(withDigest(REDIS_IMAGE)).start();
  return { url: container.getConnectionUrl(), stop: async () => container.stop() };
};

const STARTS: Readonly<Record<EngineName, () => Promise<Container>>> = {
  MongoDB: startMongo,
  Kafka: startKafka,
  Redis: startRedis,
};
