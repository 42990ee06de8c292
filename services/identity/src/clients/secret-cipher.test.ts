import { openSecretCipher } from './secret-cipher.ts';

describe('openSecretCipher', () => {
  const oldSecret = 'an old secret that is long enough 123456';
  const newSecret = 'a new secret that is long enough 1234567';

  it('decrypts its own texts, for the record that they belong to only', () => {
    const cipher = openSecretCipher([oldSecret]);
    const encrypted = cipher.encrypt('private', 'kid-1');
    expect(encrypted).not.toContain('private');
    expect(cipher.decrypt(encrypted, 'kid-1')).toBe('private');
    expect(() => cipher.decrypt(encrypted, 'kid-2')).toThrow('IDENTITY_KEY_ENCRYPTION_KEY');
  });

  it('decrypts texts of an older secret in the list, and nothing by a wrong secret', () => {
    const encrypted = openSecretCipher([oldSecret]).encrypt('private', 'kid-1');
    expect(openSecretCipher([newSecret, oldSecret]).decrypt(encrypted, 'kid-1')).toBe('private');
    expect(() => openSecretCipher([newSecret]).decrypt(encrypted, 'kid-1')).toThrow(
      'IDENTITY_KEY_ENCRYPTION_KEY',
    );
  });
});
