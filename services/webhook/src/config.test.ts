import { readWebhookConfig } from './config.ts';

const env = {
  MONGO_URL: 'mongodb://localhost',
  KAFKA_BROKERS: 'localhost:9092',
  REDIS_URL: 'redis://localhost',
};
const production = {
  ...env,
  NODE_ENV: 'production',
  WEBHOOK_SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

describe('readWebhookConfig', () => {
  it('has the documented defaults, and checks targets unless told otherwise', () => {
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
    const developmentKey = readWebhookConfig(env).WEBHOOK_SECRETS_KEY;
    expect(() => readWebhookConfig({ ...production, WEBHOOK_SECRETS_KEY: developmentKey })).toThrow(
      'WEBHOOK_SECRETS_KEY',
    );
    expect(() => readWebhookConfig({ ...env, NODE_ENV: 'production' })).toThrow(
      'WEBHOOK_SECRETS_KEY is not set',
    );
  });

  it('refuses a key of another length', () => {
    expect(() => readWebhookConfig({ ...env, WEBHOOK_SECRETS_KEY: 'c2hvcnQ=' })).toThrow(
      '32 bytes',
    );
  });

  it('trusts the sandbox in development, nobody in production but who is named', () => {
    const trusted = (given: Record<string, string>) =>
      readWebhookConfig(given).WEBHOOK_TRUSTED_ORIGINS;
    expect(trusted(env)).toEqual(['http://127.0.0.1:4900']);
    expect(trusted({ ...env, PORT_OFFSET: '100' })).toEqual(['http://127.0.0.1:5000']);
    expect(trusted(production)).toEqual([]);
    const named = { ...production, WEBHOOK_TRUSTED_ORIGINS: 'http://a:1/x, https://b' };
    expect(trusted(named)).toEqual(['http://a:1', 'https://b']);
    expect(() => trusted({ ...env, WEBHOOK_TRUSTED_ORIGINS: 'nonsense' })).toThrow('nonsense');
  });
});
