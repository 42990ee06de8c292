import { productionEnv, serviceKeySettings } from '@tributary/testing';
import { readTrackingConfig } from './config.ts';

const read = (given: Readonly<Record<string, string>>) =>
  readTrackingConfig({
    MONGO_URL: 'mongodb://127.0.0.1:1',
    KAFKA_BROKERS: '127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    ...given,
  });
const exposed = {
  GATEWAY_ADDRESS: '192.0.2.7',
  TRACKING_SECRETS_KEY: 'live-tracking-secrets-key-with-32-characters',
  VISITOR_COOKIE_KEY: 'live-visitor-cookie-key-with-32-characters',
  EMAIL_PEPPER: 'live-email-pepper-with-32-characters',
  ...serviceKeySettings('tracking'),
};

describe('reports without a signature', () => {
  it('are accepted by default while this machine alone reaches the gateway', () => {
    expect(read({}).requiresSignatures).toBe(false);
    expect(read(exposed).requiresSignatures).toBe(true);
  });

  it('are accepted or refused as TRACKING_ALLOW_UNSIGNED states', () => {
    expect(read({ TRACKING_ALLOW_UNSIGNED: 'false' }).requiresSignatures).toBe(true);
    expect(read({ ...exposed, TRACKING_ALLOW_UNSIGNED: 'true' }).requiresSignatures).toBe(false);
  });

  it('are refused in production', () => {
    const production = {
      ...productionEnv('tracking'),
      ...exposed,
      CLICK_SPOOL_DIR: '/var/spool/clicks',
    };
    expect(read(production).requiresSignatures).toBe(true);
    expect(() => read({ ...production, TRACKING_ALLOW_UNSIGNED: 'true' })).toThrow(
      'TRACKING_ALLOW_UNSIGNED: true is not accepted in production',
    );
  });
});
