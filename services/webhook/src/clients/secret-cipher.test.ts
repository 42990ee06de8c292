import { randomBytes } from 'node:crypto';
import { newSecret, secretBox } from './secret-cipher.ts';

const key = randomBytes(32);
const box = secretBox(key);

describe('secretBox', () => {
  it('opens what it sealed, and never seals the same way twice', () => {
    const secret = newSecret();
    const sealed = box.seal(secret, 'a');
    expect(sealed).not.toContain(secret);
    expect(box.open(sealed, 'a')).toBe(secret);
    expect(box.seal(secret, 'a')).not.toBe(sealed);
  });

  it('opens nothing that was changed, moved to another endpoint or sealed with another key', () => {
    const sealed = box.seal(newSecret(), 'a');
    const middle = Math.floor(sealed.length / 2);
    const other = sealed.at(middle) === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, middle) + other + sealed.slice(middle + 1);
    expect(() => box.open(changed, 'a')).toThrow();
    expect(() => box.open(sealed, 'b')).toThrow();
    expect(() => secretBox(randomBytes(32)).open(sealed, 'a')).toThrow();
    expect(() => box.open(sealed.replace('v1.', 'v2.'), 'a')).toThrow();
  });
});

it('makes secrets in the form of Standard Webhooks', () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
