import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clickRecorded, conversionTracked } from '@tributary/contracts';
import { openSecuredEngines, type SecuredEngines } from '@tributary/engines';
import { batchConsumer, type Bus, openBus } from '@tributary/messaging';
import { type Mongo, openMongo } from '@tributary/mongo';
import { defineSettings, openLog, openRedis, readConfig } from '@tributary/service';
import { eventually, serviceKeySettings } from '@tributary/testing';

const settings = defineSettings('tracking', {});
const USER = { name: 'tributary-tracking', password: 'password-of-tracking' };
const NOWHERE = { log: openLog('test', 'silent') };

describe('engines that accept TLS and known users alone', () => {
  let directory: string;
  let engines: SecuredEngines;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'secured-'));
    const log = () => undefined;
    engines = await openSecuredEngines({ directory, kafkaUsers: [USER], log });
  }, 120_000);
  afterAll(async () => {
    for (const close of closing) await close();
    await engines.close();
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);

  /** The configuration of a service in production that acts as the administrator. */
  const configOf = (changed: Readonly<Record<string, string>> = {}) =>
    readConfig(settings, {
      ...serviceKeySettings('tracking'),
      NODE_ENV: 'production',
      SERVICES_ON_TRUSTED_NETWORK: 'true',
      MONGO_URL: engines.mongoUrl,
      KAFKA_BROKERS: engines.kafkaBrokers,
      KAFKA_TLS_CA: engines.caFile,
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_SASL_USERNAME: engines.admin.name,
      KAFKA_SASL_PASSWORD: engines.admin.password,
      REDIS_URL: engines.redisUrl,
      REDIS_TLS_CA: engines.caFile,
      ...changed,
    });

  const openBusOf = (config: ReturnType<typeof configOf>): Bus => {
    const bus = openBus({ ...config.kafka, clientId: 'tracking', ...NOWHERE });
    closing.unshift(() => bus.close());
    return bus;
  };

  const openMongoOf = async (config: ReturnType<typeof configOf>): Promise<Mongo> => {
    const mongo = await openMongo({
      ...{ url: config.mongoUrl, database: 'tributary_tracking', ...NOWHERE },
      ...{ startTimeoutMs: 100, serverSelectionTimeoutMs: 1_000 },
    });
    closing.push(() => mongo.close());
    return mongo;
  };

  it('carry an event from the publisher to a consumer', async () => {
    const bus = openBusOf(configOf());
    await bus.createTopics(['tracking.clicks']);
    const mongo = await openMongoOf(configOf());
    const received: string[] = [];
    await bus.consume(mongo, {
      group: 'tracking',
      handlers: [
        batchConsumer(clickRecorded, (events) => {
          received.push(...events.map(({ data }) => data.clickId));
          return Promise.resolve();
        }),
      ],
    });
    await bus.publisher().send(clickRecorded(clickRecorded.sample));
    await eventually(() => Promise.resolve(received.length > 0), { timeoutMs: 30_000 });
    expect(received).toEqual([clickRecorded.sample.clickId]);
  }, 60_000);

  it('serve MongoDB and Redis to the user of the settings', async () => {
    const mongo = await openMongoOf(configOf());
    await mongo.ping();
    const redis = await openRedis(configOf().redis, NOWHERE.log);
    await redis.set('key', 'value');
    expect(await redis.get('key')).toBe('value');
    redis.disconnect();
  });

  it.each([
    ['a wrong password', { KAFKA_SASL_PASSWORD: 'wrong' }],
    ['no TLS', { KAFKA_TLS_CA: '', ENGINES_ON_TRUSTED_NETWORK: 'kafka' }],
    ['another authority', { KAFKA_TLS_CA: '', KAFKA_TLS: 'true' }],
    [
      'a user without rights',
      {
        KAFKA_SASL_MECHANISM: 'scram-sha-512',
        KAFKA_SASL_USERNAME: USER.name,
        KAFKA_SASL_PASSWORD: USER.password,
      },
    ],
  ])(
    'refuse %s in Kafka',
    async (_what, changed) => {
      const publisher = openBusOf(configOf(changed)).publisher({ retryForMs: 100 });
      const refused = publisher.send(conversionTracked(conversionTracked.sample));
      await expect(refused).rejects.toMatchObject({ code: 'not_acknowledged' });
    },
    30_000,
  );

  const mongoWith = (text: string, other: string) => ({
    MONGO_URL: engines.mongoUrl.replace(text, other),
    ENGINES_ON_TRUSTED_NETWORK: 'mongo',
  });

  it('refuse a wrong password, no TLS and another authority in MongoDB', async () => {
    for (const changed of [
      mongoWith(engines.admin.password, 'wrong'),
      mongoWith('tls=true', 'tls=false'),
      mongoWith('tlsCAFile', 'appName'),
    ]) {
      await expect(openMongoOf(configOf(changed))).rejects.toMatchObject({ kind: 'unavailable' });
    }
  }, 30_000);

  it('refuse a wrong password, no TLS and another authority in Redis, and the log shows no password', async () => {
    const { redisUrl } = engines;
    const lines: string[] = [];
    const log = openLog('test', 'warn', { write: (line) => void lines.push(line) });
    const wrong = redisUrl.replace(engines.admin.password, 'wrong-password');
    for (const access of [
      { ...configOf().redis, url: wrong },
      { url: redisUrl.replace('rediss:', 'redis:') },
      { url: redisUrl },
    ]) {
      const redis = await openRedis(access, log);
      await expect(redis.ping()).rejects.toThrow();
      redis.disconnect();
    }
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toMatch(/wrong-password/);
    expect(lines.join()).not.toContain(engines.admin.password);
  }, 30_000);
});
