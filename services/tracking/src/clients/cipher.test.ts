import { createHmac } from 'node:crypto';
import { signedTexts } from '../domain/signed-text.ts';
import { createSeal, emailHash, newTrackingSecret, verdictOn } from './cipher.ts';

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');
const one = (hex: string) => ({ kind: 'one', hex }) as const;

describe('verdictOn', () => {
  const texts = signedTexts(['c', 't'], '10');
  const right = hmac('secret', 'c.t.10');

  it('accepts the literal and the two-decimal form under any of the secrets', () => {
    expect(verdictOn(one(right), texts, ['secret'])).toBe('valid');
    expect(verdictOn(one(hmac('secret', 'c.t.10.00')), texts, ['old', 'secret'])).toBe('valid');
  });

  it.each([
    ['empty', ''],
    ['upper case', right.toUpperCase()],
    ['truncated', right.slice(0, 63)],
    ['longer', `${right}0`],
    ['with a space', ` ${right}`],
    ['doubled', `${right}, ${right}`],
    ['base64', Buffer.from(right, 'hex').toString('base64')],
    ['prefixed', `sha256=${right}`],
    ['another secret', hmac('other', 'c.t.10')],
    ['the secret with a newline', hmac('secret\n', 'c.t.10')],
    ['swapped parts', hmac('secret', 't.c.10')],
    ['another amount', hmac('secret', 'c.t.11')],
    ['one decimal', hmac('secret', 'c.t.10.0')],
    ['exponent form', hmac('secret', 'c.t.1e1')],
    ['no amount', hmac('secret', 'c.t.')],
    ['sha512', createHmac('sha512', 'secret').update('c.t.10').digest('hex')],
  ])('refuses: %s', (_name, hex) => {
    expect(verdictOn(one(hex), texts, ['secret'])).toBe('wrong');
  });

  it('tells none, contradicting and ambiguous ones apart, and trusts no empty list of secrets', () => {
    expect(verdictOn({ kind: 'none' }, texts, ['secret'])).toBe('none');
    expect(verdictOn({ kind: 'contradiction' }, texts, ['secret'])).toBe('wrong');
    expect(verdictOn(one(right), texts, [])).toBe('wrong');
    const ambiguous = signedTexts(['c', 't.1'], '5');
    expect(verdictOn(one(hmac('secret', 'c.t.1.5')), ambiguous, ['secret'])).toBe('ambiguous');
    expect(verdictOn(one(hmac('secret', 'c.t.1.5.00')), ambiguous, ['secret'])).toBe('valid');
  });
});

describe('createSeal', () => {
  it('opens only with the same key, for the same row, unchanged', () => {
    const seal = createSeal('a key of some length');
    const sealed = seal.close('trk_secret', 'brand row');
    expect(sealed).not.toBe(seal.close('trk_secret', 'brand row'));
    expect(seal.open(sealed, 'brand row')).toBe('trk_secret');
    expect(() => seal.open(sealed, 'other row')).toThrow();
    expect(() => createSeal('another key entirely').open(sealed, 'brand row')).toThrow();
    const changed = Buffer.from(sealed, 'base64');
    changed[changed.length - 1]! ^= 1;
    expect(() => seal.open(changed.toString('base64'), 'brand row')).toThrow();
  });

  it('makes secrets of 256 bits, and one hash for every writing of an address', () => {
    expect(newTrackingSecret()).toMatch(/^trk_[\w-]{43}$/);
    expect(emailHash(' Ann@Example.com ', 'p')).toBe(emailHash('ann@example.com', 'p'));
    expect(emailHash('ann@example.com', 'p')).not.toBe(emailHash('ann@example.com', 'q'));
  });
});
