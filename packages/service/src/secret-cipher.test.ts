import { deriveKeys, openSecretCipher } from './secret-cipher.ts';
import { type SecretList } from './secret-list.ts';

const oldSecret = 'an old secret that is long enough 123456';
const newSecret = 'a new secret that is long enough 1234567';

const cipherOf = (...secrets: SecretList) =>
  openSecretCipher(deriveKeys(secrets, 'test'), 'SECRETS_KEY');

describe('the cipher of stored secrets', () => {
  it('decrypts its own texts, for the record that they belong to alone', () => {
    const cipher = cipherOf(oldSecret);
    const encrypted = cipher.encrypt('private', 'record-1');
    expect(encrypted).not.toContain('private');
    expect(cipher.encrypt('private', 'record-1')).not.toBe(encrypted);
    expect(cipher.decrypt(encrypted, 'record-1')).toBe('private');
    expect(() => cipher.decrypt(encrypted, 'record-2')).toThrow('SECRETS_KEY');
    expect(() => cipher.decrypt(`${encrypted.slice(0, -4)}AAAA`, 'record-1')).toThrow();
    expect(() => cipher.decrypt('c2hvcnQ=', 'record-1')).toThrow('incomplete');
  });

  it('reads texts of the old secret beside a new one, and writes by the new one', () => {
    const rotating = cipherOf(newSecret, oldSecret);
    const before = cipherOf(oldSecret).encrypt('private', 'record-1');
    expect(rotating.decrypt(before, 'record-1')).toBe('private');
    const after = rotating.encrypt('private', 'record-1');
    expect(cipherOf(newSecret).decrypt(after, 'record-1')).toBe('private');
    expect(() => cipherOf(oldSecret).decrypt(after, 'record-1')).toThrow('SECRETS_KEY');
  });

  it('renews texts of the old secret, after which the old one can go, and no others', () => {
    const rotating = cipherOf(newSecret, oldSecret);
    const before = cipherOf(oldSecret).encrypt('private', 'record-1');
    const after = rotating.renew(before, 'record-1') ?? '';
    expect(cipherOf(newSecret).decrypt(after, 'record-1')).toBe('private');
    expect(rotating.renew(after, 'record-1')).toBeUndefined();
    expect(() => rotating.renew(after, 'record-2')).toThrow('SECRETS_KEY');
    expect(() => cipherOf(newSecret).renew(before, 'record-1')).toThrow('SECRETS_KEY');
  });
});
