import { randomUUIDv7 } from 'node:crypto';
import { unsubscribeTokens } from './unsubscribe-links.ts';

const tokens = unsubscribeTokens(Buffer.alloc(32, 1));

describe('an unsubscribe token', () => {
  it('stands for its user', () => {
    const id = randomUUIDv7();
    expect(tokens.read(tokens.make(id))).toBe(id);
    expect(tokens.make(id)).toBe(tokens.make(id));
  });

  it('cannot be made without the key, nor turned into another’s', () => {
    const token = tokens.make(randomUUIDv7());
    const other = Buffer.from(token, 'base64url');
    other.writeUInt8(other.readUInt8(3) ^ 1, 3);
    for (const forged of [
      '',
      'x',
      `${token}A`,
      `${token}=`,
      token.slice(0, -1),
      other.toString('base64url'),
      unsubscribeTokens(Buffer.alloc(32, 2)).make(randomUUIDv7()),
    ]) {
      expect(tokens.read(forged)).toBeUndefined();
    }
  });
});
