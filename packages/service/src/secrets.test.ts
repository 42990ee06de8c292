import { z } from 'zod';
import { developmentKeyPair, newKeyPair, publicKeysText } from '@tributary/service-tokens';
import { productionEnv } from '@tributary/testing';
import { defineSettings, readConfig } from './config.ts';
import { developmentSecrets, issuedSecret, ownSecret } from './secrets.ts';

const settings = defineSettings(
  'payout',
  {
    LINK_SECRET: z.string().describe('Signs links.').meta(ownSecret),
    COOKIE_KEYS: z.string().optional().describe('Sign cookies.').meta(ownSecret),
    PROVIDER_KEY: z.string().describe('The key of a provider.').meta(issuedSecret),
    ISSUER: z.string().describe('The issuer.'),
  },
  () => ({
    LINK_SECRET: 'development-link-secret-of-32-characters',
    PROVIDER_KEY: 'sandbox',
    ISSUER: 'Development',
  }),
);
const own = newKeyPair();
const random = (letter: string) => letter.repeat(32);
const production = {
  ...productionEnv('payout'),
  SERVICE_PRIVATE_KEY: own.privateKey,
  SERVICE_PUBLIC_KEYS: publicKeysText(() => own),
  LINK_SECRET: random('l'),
  COOKIE_KEYS: random('c'),
  PROVIDER_KEY: 'short',
  ISSUER: 'Tributary',
};

function reasonOf(changed: Readonly<Record<string, string>>): string {
  try {
    readConfig(settings, { ...production, ...changed });
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

describe('the secrets of production', () => {
  it('are accepted with 32 characters, and a provider’s key with any number', () => {
    expect(reasonOf({})).toBe('accepted');
    expect(reasonOf({ COOKIE_KEYS: '' })).toBe('accepted');
  });

  it.each([
    ['short', { LINK_SECRET: 'l'.repeat(31) }, 'LINK_SECRET: must have at least 32 characters'],
    [
      'the development default',
      { LINK_SECRET: 'development-link-secret-of-32-characters' },
      'LINK_SECRET: the development default is not accepted',
    ],
    [
      'a list with a short one',
      { COOKIE_KEYS: `${random('n')},short` },
      'COOKIE_KEYS: must have at least 32 characters',
    ],
    [
      'the development default of another setting',
      { COOKIE_KEYS: 'development-link-secret-of-32-characters' },
      'COOKIE_KEYS: a development default is not accepted',
    ],
    [
      'the development default of another service',
      { LINK_SECRET: developmentSecrets.WEBHOOK_SECRETS_KEY },
      'LINK_SECRET: a development default is not accepted',
    ],
    [
      'the development key of another service',
      { LINK_SECRET: developmentKeyPair('tracking').privateKey },
      'LINK_SECRET: a development default is not accepted',
    ],
    [
      'a list with a development default',
      { COOKIE_KEYS: `${random('n')}, ${developmentSecrets.IDENTITY_KEY_ENCRYPTION_KEY}` },
      'COOKIE_KEYS: a development default is not accepted',
    ],
    [
      'the value of another secret',
      { COOKIE_KEYS: random('l') },
      'COOKIE_KEYS: must differ from LINK_SECRET',
    ],
    [
      'the key of the service',
      { LINK_SECRET: own.privateKey },
      'LINK_SECRET: must differ from SERVICE_PRIVATE_KEY',
    ],
  ])('are refused where one is %s', (_name, changed, reason) => {
    const message = reasonOf(changed);
    expect(message).toContain(reason);
    for (const value of Object.values(changed)) expect(message).not.toContain(value);
  });

  it('are refused all at once, with one line for each setting', () => {
    const lines = reasonOf({ LINK_SECRET: 'x', COOKIE_KEYS: 'x', ISSUER: 'Development' });
    expect(lines.split('\n')).toEqual([
      'ISSUER: the development default is not accepted in production',
      'LINK_SECRET: must have at least 32 characters in production',
      'COOKIE_KEYS: must have at least 32 characters in production',
    ]);
  });

  it('may be short in development', () => {
    expect(reasonOf({ NODE_ENV: 'development', LINK_SECRET: 'x' })).toBe('accepted');
  });
});

describe('the secrets of a system that other machines reach', () => {
  const exposed = { ...production, NODE_ENV: 'development', GATEWAY_ADDRESS: '192.0.2.7' };
  const reason = (changed: Readonly<Record<string, string | undefined>>) => {
    try {
      readConfig(settings, { ...exposed, ...changed });
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };

  it.each(['192.0.2.7', '0.0.0.0', '::', '::ffff:192.0.2.7'])(
    'are refused at %s where they are development secrets, one line for each setting',
    (address) => {
      const changed = { LINK_SECRET: developmentSecrets.EMAIL_PEPPER, PROVIDER_KEY: 'sandbox' };
      expect(reason({ GATEWAY_ADDRESS: address, ...changed }).split('\n')).toEqual([
        'PROVIDER_KEY: the development default is not accepted where the gateway listens beyond loopback',
        'LINK_SECRET: a development default is not accepted where the gateway listens beyond loopback',
      ]);
    },
  );

  it('are not filled in by development defaults, in contrast to other settings', () => {
    expect(reason({ ISSUER: undefined })).toBe('accepted');
    expect(reason({ LINK_SECRET: undefined, PROVIDER_KEY: '' }).split('\n')).toEqual([
      'Wrong settings:',
      'LINK_SECRET is not set',
      'PROVIDER_KEY is not set',
    ]);
  });

  it('must be its own where a port opens to other machines and the gateway’s address is not known', () => {
    const changed = { GATEWAY_ADDRESS: undefined, LINK_SECRET: undefined };
    expect(reason({ ...changed, LISTEN_HOST: '0.0.0.0' })).toContain('LINK_SECRET is not set');
    expect(reason({ ...changed, LISTEN_HOST: '127.0.0.1' })).toBe('accepted');
  });

  it('may be development secrets in a container that is published on loopback', () => {
    const changed = { LINK_SECRET: undefined, LISTEN_HOST: '0.0.0.0' };
    expect(reason({ ...changed, GATEWAY_ADDRESS: '127.0.0.1' })).toBe('accepted');
    expect(reason({ ...changed, GATEWAY_ADDRESS: '::1' })).toBe('accepted');
  });

  it('include the keys of services', () => {
    const pair = developmentKeyPair('payout');
    const changed = {
      SERVICE_PRIVATE_KEY: own.privateKey,
      SERVICE_PUBLIC_KEYS: `payout:${own.publicKey},gateway:${pair.publicKey}`,
    };
    expect(reason(changed)).toContain('SERVICE_PUBLIC_KEYS: a development key');
  });
});

it('a placeholder of the examples is refused wherever a service starts', () => {
  const changed = { NODE_ENV: 'development', ISSUER: 'replace-me', LINK_SECRET: 'replace-me' };
  expect(reasonOf(changed).split('\n')).toEqual([
    'LINK_SECRET: the placeholder replace-me has not been replaced',
    'ISSUER: the placeholder replace-me has not been replaced',
  ]);
});
