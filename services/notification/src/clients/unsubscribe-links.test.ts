import { randomUUIDv7 } from 'node:crypto';
import { openUnsubscribeLinks } from './unsubscribe-links.ts';

const open = (keyByte: number, ...others: readonly number[]) =>
  openUnsubscribeLinks(
    [Buffer.alloc(32, keyByte), ...others.map((byte) => Buffer.alloc(32, byte))],
    'https://tributary.example',
  );
const links = open(1);
const tokenOf = (url: string): string => new URL(url).searchParams.get('token') ?? '';

describe('an unsubscribe link', () => {
  it('outlasts a change of the key while the old one is listed, and new links have the new key', () => {
    const id = randomUUIDv7();
    const rotating = open(2, 1);
    expect(rotating.userIdOf(tokenOf(links.urlFor(id)))).toBe(id);
    expect(open(2).userIdOf(tokenOf(rotating.urlFor(id)))).toBe(id);
    expect(open(2).userIdOf(tokenOf(links.urlFor(id)))).toBeUndefined();
  });

  it('identifies its user', () => {
    const id = randomUUIDv7();
    expect(links.userIdOf(tokenOf(links.urlFor(id)))).toBe(id);
    expect(links.urlFor(id)).toBe(links.urlFor(id));
    expect(links.urlFor(id)).toMatch(/^https:\/\/tributary\.example\/api\/notifications\//);
  });

  it('cannot be created without the key, nor changed to another user’s', () => {
    const token = tokenOf(links.urlFor(randomUUIDv7()));
    const other = Buffer.from(token, 'base64url');
    other.writeUInt8(other.readUInt8(3) ^ 1, 3);
    for (const forged of [
      '',
      'x',
      `${token}A`,
      `${token}=`,
      token.slice(0, -1),
      other.toString('base64url'),
      tokenOf(open(2).urlFor(randomUUIDv7())),
    ]) {
      expect(links.userIdOf(forged)).toBeUndefined();
    }
  });
});
