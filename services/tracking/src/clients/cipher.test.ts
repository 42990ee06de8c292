import { createCipher } from './cipher.ts';

describe('createCipher', () => {
  it('decrypts only with the same key, for the same row, unchanged', () => {
    const cipher = createCipher(['a key of some length']);
    const encrypted = cipher.encrypt('trk_secret', 'brand row');
    expect(encrypted).not.toBe(cipher.encrypt('trk_secret', 'brand row'));
    expect(cipher.decrypt(encrypted, 'brand row')).toBe('trk_secret');
    expect(() => cipher.decrypt(encrypted, 'other row')).toThrow();
    expect(() => createCipher(['another key entirely']).decrypt(encrypted, 'brand row')).toThrow();
    const changed = Buffer.from(encrypted, 'base64');
    changed[changed.length - 1]! ^= 1;
    expect(() => cipher.decrypt(changed.toString('base64'), 'brand row')).toThrow();
  });
});
