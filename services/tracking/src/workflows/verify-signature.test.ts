import { createHmac } from 'node:crypto';
import { signedTexts } from '../domain/signed-text.ts';
import { verifySignature } from './verify-signature.ts';

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');
const one = (hex: string) => ({ kind: 'one', hex }) as const;

describe('verifySignature', () => {
  const texts = signedTexts(['c', 't'], '10');
  const right = hmac('secret', 'c.t.10');

  it('accepts the literal and the two-decimal form under any of the secrets', () => {
    expect(verifySignature(one(right), texts, ['secret'])).toBe('valid');
    const twoDecimals = one(hmac('secret', 'c.t.10.00'));
    expect(verifySignature(twoDecimals, texts, ['old', 'secret'])).toBe('valid');
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
    expect(verifySignature(one(hex), texts, ['secret'])).toBe('wrong');
  });

  it('distinguishes missing, contradicting and ambiguous signatures, and trusts no empty list of secrets', () => {
    expect(verifySignature({ kind: 'none' }, texts, ['secret'])).toBe('none');
    expect(verifySignature({ kind: 'contradiction' }, texts, ['secret'])).toBe('wrong');
    expect(verifySignature(one(right), texts, [])).toBe('wrong');
    const ambiguous = signedTexts(['c', 't.1'], '5');
    const literal = one(hmac('secret', 'c.t.1.5'));
    expect(verifySignature(literal, ambiguous, ['secret'])).toBe('ambiguous');
    const twoDecimals = one(hmac('secret', 'c.t.1.5.00'));
    expect(verifySignature(twoDecimals, ambiguous, ['secret'])).toBe('valid');
  });
});
