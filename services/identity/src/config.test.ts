import { productionEnv } from '@tributary/testing';
import { readIdentityConfig } from './config.ts';

const production = {
  ...productionEnv('identity'),
  GATEWAY_ADDRESS: '192.0.2.7',
  ADMIN_EMAIL: 'root@example.com',
  IDENTITY_KEY_ENCRYPTION_KEY: 'live-identity-key-encryption-key-of-32-characters',
};

describe('the memory of password hashes', () => {
  it('is what OWASP recommends, and never less in production', () => {
    expect(readIdentityConfig(production).ARGON2_MEMORY_KIB).toBe(19_456);
    const weak = { ...production, ARGON2_MEMORY_KIB: '1024' };
    expect(() => readIdentityConfig(weak)).toThrow(
      'ARGON2_MEMORY_KIB: less than 19456 is not accepted in production',
    );
    expect(readIdentityConfig({ ...weak, NODE_ENV: 'test' }).ARGON2_MEMORY_KIB).toBe(1_024);
  });
});
