import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKeyPair, publicKeysText } from '@tributary/service-tokens';
import { defineSettings, readConfig } from './config.ts';

const settings = defineSettings('payout', {});
const own = newKeyPair();
const keys = {
  SERVICE_PRIVATE_KEY: own.privateKey,
  SERVICE_PUBLIC_KEYS: publicKeysText(() => own),
  SERVICES_ON_TRUSTED_NETWORK: 'true',
};
const open = {
  ...keys,
  MONGO_URL: 'mongodb://a:1,b:1/?replicaSet=rs0',
  KAFKA_BROKERS: 'a:1, b:1',
  REDIS_URL: 'redis://a:1',
};
const secured = {
  ...keys,
  NODE_ENV: 'production',
  MONGO_URL: 'mongodb://payout:secret-1@a:1,b:1/?replicaSet=rs0&tls=true',
  KAFKA_BROKERS: 'a:1',
  KAFKA_TLS: 'true',
  KAFKA_SASL_USERNAME: 'payout',
  KAFKA_SASL_PASSWORD: 'secret-2',
  REDIS_URL: 'rediss://payout:secret-3@a:1',
};

function reasonsOf(env: Readonly<Record<string, string>>): string[] {
  try {
    readConfig(settings, env);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

describe('the engines of production', () => {
  it('need TLS and a user each, with one line for each setting', () => {
    expect(reasonsOf({ ...open, NODE_ENV: 'production' })).toEqual([
      'MONGO_URL: production needs TLS: tls=true, or MONGO_TLS_CA',
      'MONGO_URL: production needs a user and its password',
      'KAFKA_TLS: production needs TLS: true, or KAFKA_TLS_CA',
      'KAFKA_SASL_USERNAME: production needs a user and KAFKA_SASL_PASSWORD, or KAFKA_TLS_CLIENT',
      'REDIS_URL: production needs TLS: rediss://',
      'REDIS_URL: production needs a user and its password',
    ]);
    expect(reasonsOf(secured)).toEqual([]);
    expect(reasonsOf(open)).toEqual([]);
  });

  it.each([
    ['a user without password', { KAFKA_SASL_PASSWORD: '' }, 'KAFKA_SASL_USERNAME'],
    ['TLS switched off', { KAFKA_TLS: 'false' }, 'KAFKA_TLS'],
    ['a user without password', { REDIS_URL: 'rediss://payout@a:1' }, 'REDIS_URL'],
    ['TLS switched off', { MONGO_URL: 'mongodb+srv://u:p@a/?tls=false' }, 'MONGO_URL'],
    [
      'any certificate',
      { MONGO_URL: 'mongodb://u:p@a/?tls=true&tlsAllowInvalidCertificates=true' },
      'MONGO_URL',
    ],
  ])('refuse %s (%j)', (_what, changed, variable) => {
    const reasons = reasonsOf({ ...secured, ...(changed as Record<string, string>) });
    expect(reasons).toEqual([expect.stringMatching(new RegExp(`^${variable}: `))]);
  });

  it('are named apart from the calls between services, which need TLS as well', () => {
    expect(reasonsOf({ ...secured, SERVICES_ON_TRUSTED_NETWORK: '' })).toEqual([
      'INNER_TLS_CERT: production needs INNER_TLS_CERT and INNER_TLS_CA, or SERVICES_ON_TRUSTED_NETWORK=true',
    ]);
    expect(reasonsOf({ ...open, SERVICES_ON_TRUSTED_NETWORK: '' })).toEqual([]);
  });

  it('never show a password in the reason', () => {
    const all = {
      ...secured,
      MONGO_URL: 'mongodb://u:secret-1@a/',
      REDIS_URL: 'redis://u:secret-3@a',
    };
    expect(reasonsOf(all).join()).not.toMatch(/secret-/);
    expect(reasonsOf(all)).toHaveLength(2);
  });

  it('may be named as reached over a trusted network, each alone', () => {
    const bare = { ...open, NODE_ENV: 'production' };
    const variables = (env: Readonly<Record<string, string>>) => [
      ...new Set(reasonsOf(env).map((line) => line.split('_')[0])),
    ];
    expect(variables({ ...bare, ENGINES_ON_TRUSTED_NETWORK: 'kafka' })).toEqual(['MONGO', 'REDIS']);
    expect(reasonsOf({ ...bare, ENGINES_ON_TRUSTED_NETWORK: 'mongo, kafka,redis' })).toEqual([]);
    expect(reasonsOf({ ...bare, ENGINES_ON_TRUSTED_NETWORK: 'true' }).join()).toContain(
      'must list mongo, kafka, redis',
    );
  });
});

describe('the files of certificates', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'engine-access-'));
  });
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });
  const fileOf = (text: string): string => {
    const file = join(directory, 'file.pem');
    writeFileSync(file, text);
    return file;
  };
  const CERTIFICATE = '-----BEGIN CERTIFICATE-----\n';

  it.each(['MONGO_TLS_CA', 'KAFKA_TLS_CA', 'REDIS_TLS_CA', 'KAFKA_TLS_CLIENT'])(
    'of %s must exist and contain what they are for',
    (variable) => {
      const message = `${variable}: must name a file`;
      expect(reasonsOf({ ...open, [variable]: '/nowhere.pem' }).join()).toContain(message);
      expect(reasonsOf({ ...open, [variable]: fileOf('nothing') }).join()).toContain(message);
    },
  );

  it('switch TLS on', () => {
    const file = fileOf(`${CERTIFICATE}-----BEGIN PRIVATE KEY-----\n`);
    const config = readConfig(settings, {
      ...open,
      MONGO_TLS_CA: file,
      KAFKA_TLS_CLIENT: file,
      REDIS_URL: 'rediss://a',
      REDIS_TLS_CA: file,
    });
    const options = new URL(config.mongoUrl.replace('a:1,b:1', 'a')).searchParams;
    expect(Object.fromEntries(options)).toEqual({
      replicaSet: 'rs0',
      tls: 'true',
      tlsCAFile: file,
    });
    expect(config.kafka.tls?.key).toContain('PRIVATE KEY');
    expect(config.kafka.brokers).toEqual(['a:1', 'b:1']);
    expect(config.redis.ca).toContain(CERTIFICATE);
  });
});
