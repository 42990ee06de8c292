import { randomBytes } from 'node:crypto';
import { generateSecret, secretCipher } from './secret-cipher.ts';

const key = randomBytes(32);
const cipher = secretCipher([key]);

describe('secretCipher', () => {
  it('decrypts its own output, which differs each time', () => {
    const secret = generateSecret();
    const encrypted = cipher.encrypt(secret, 'a');
    expect(encrypted).not.toContain(secret);
    expect(cipher.decrypt(encrypted, 'a')).toBe(secret);
    expect(cipher.encrypt(secret, 'a')).not.toBe(encrypted);
  });

  it('refuses text that was changed, moved to another endpoint or encrypted with another key', () => {
    const encrypted = cipher.encrypt(generateSecret(), 'a');
    const middle = Math.floor(encrypted.length / 2);
    const other = encrypted.at(middle) === 'A' ? 'B' : 'A';
    const changed = encrypted.slice(0, middle) + other + encrypted.slice(middle + 1);
    expect(() => cipher.decrypt(changed, 'a')).toThrow();
    expect(() => cipher.decrypt(encrypted, 'b')).toThrow();
    expect(() => secretCipher([randomBytes(32)]).decrypt(encrypted, 'a')).toThrow();
    expect(() => cipher.decrypt(encrypted.replace('v1.', 'v2.'), 'a')).toThrow();
  });
});

it('generates secrets in the format of Standard Webhooks', () => {
  expect(generateSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
