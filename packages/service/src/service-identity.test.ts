import { developmentKeyPair, newKeyPair, publicKeysText } from '@tributary/service-tokens';
import { defineSettings, readConfig } from './config.ts';

const settings = defineSettings('payout', {});
const engines = {
  MONGO_URL: 'mongodb://127.0.0.1:1',
  KAFKA_BROKERS: '127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  ENGINES_ON_TRUSTED_NETWORK: 'mongo,kafka,redis',
  SERVICES_ON_TRUSTED_NETWORK: 'true',
};

const own = newKeyPair();
const others = newKeyPair();
const publicKeys = publicKeysText((service) => (service === 'payout' ? own : others));
const production = {
  ...engines,
  NODE_ENV: 'production',
  SERVICE_PRIVATE_KEY: own.privateKey,
  SERVICE_PUBLIC_KEYS: publicKeys,
};

describe('the keys by which services recognise each other', () => {
  it('have defaults in development, where tokens are required as well', () => {
    expect(readConfig(settings, engines).serviceIdentity.required).toBe(true);
  });

  it('are the service’s own in production', () => {
    const { serviceIdentity } = readConfig(settings, production);
    expect([...serviceIdentity.publicKeys.keys()]).toContain('gateway');
  });

  it.each([
    ['without a private key', { SERVICE_PRIVATE_KEY: '' }, 'SERVICE_PRIVATE_KEY is not set'],
    ['without public keys', { SERVICE_PUBLIC_KEYS: '' }, 'SERVICE_PUBLIC_KEYS is not set'],
    [
      'with the private key of development',
      { SERVICE_PRIVATE_KEY: developmentKeyPair('payout').privateKey },
      'SERVICE_PRIVATE_KEY: the development default is not accepted',
    ],
    [
      'with one public key of development, by which anybody could sign calls',
      { SERVICE_PUBLIC_KEYS: `${publicKeys},tracking:${developmentKeyPair('tracking').publicKey}` },
      'SERVICE_PUBLIC_KEYS: a development key is not accepted',
    ],
    [
      'with a private key of another service',
      { SERVICE_PRIVATE_KEY: others.privateKey },
      'SERVICE_PUBLIC_KEYS has no such key of payout',
    ],
    ['with a text that is no key', { SERVICE_PRIVATE_KEY: 'secret' }, 'SERVICE_PRIVATE_KEY'],
  ])('do not let production start %s', (_name, changed, reason) => {
    expect(() => readConfig(settings, { ...production, ...changed })).toThrow(reason);
  });
});
