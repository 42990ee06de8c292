import { serviceKeySettings } from '@tributary/testing';
import { readWebhookConfig } from './config.ts';

const env = {
  ...serviceKeySettings('webhook'),
  MONGO_URL: 'mongodb://localhost',
  KAFKA_BROKERS: 'localhost:9092',
  REDIS_URL: 'redis://localhost',
  ENGINES_ON_TRUSTED_NETWORK: 'mongo,kafka,redis',
  SERVICES_ON_TRUSTED_NETWORK: 'true',
};
const production = {
  ...env,
  NODE_ENV: 'production',
  WEBHOOK_SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

describe('readWebhookConfig', () => {
  it('has the documented defaults, and checks targets by default', () => {
    expect(readWebhookConfig(env)).toMatchObject({
      WEBHOOK_ALLOW_PRIVATE: false,
      WEBHOOK_RETRY_BASE_SECONDS: 60,
      WEBHOOK_TIMEOUT_SECONDS: 30,
    });
  });

  it('refuses private targets and the development key in production', () => {
    expect(readWebhookConfig(production).WEBHOOK_ALLOW_PRIVATE).toBe(false);
    expect(() => readWebhookConfig({ ...production, WEBHOOK_ALLOW_PRIVATE: 'true' })).toThrow(
      'WEBHOOK_ALLOW_PRIVATE',
    );
    const [developmentKey] = readWebhookConfig(env).WEBHOOK_SECRETS_KEY;
    expect(() => readWebhookConfig({ ...production, WEBHOOK_SECRETS_KEY: developmentKey })).toThrow(
      'WEBHOOK_SECRETS_KEY',
    );
    expect(() => readWebhookConfig({ ...env, NODE_ENV: 'production' })).toThrow(
      'WEBHOOK_SECRETS_KEY is not set',
    );
  });

  it('refuses a key that is not 32 bytes long', () => {
    expect(() => readWebhookConfig({ ...env, WEBHOOK_SECRETS_KEY: 'c2hvcnQ=' })).toThrow(
      '32 bytes',
    );
  });

  it('trusts listed origins in development only', () => {
    const trusted = { WEBHOOK_TRUSTED_ORIGINS: 'http://127.0.0.1:4900,http://sandbox:4900' };
    expect(readWebhookConfig({ ...env, ...trusted }).WEBHOOK_TRUSTED_ORIGINS).toHaveLength(2);
    expect(() => readWebhookConfig({ ...production, ...trusted })).toThrow('TRUSTED_ORIGINS');
    expect(() => readWebhookConfig({ ...env, WEBHOOK_TRUSTED_ORIGINS: 'nonsense' })).toThrow(
      'TRUSTED_ORIGINS',
    );
  });
});
