import { createHmac } from 'node:crypto';
import { isSignedByStripe } from './shop-signature.ts';

const SECRET = 'whsec_0123456789abcdef';
const BODY = '{"id":"evt_1"}';
const now = new Date('2026-05-01T12:00:00Z');
const seconds = now.getTime() / 1_000;
const v1 = (time: number, secret = SECRET, body = BODY) =>
  createHmac('sha256', secret)
    .update(`${String(time)}.${body}`)
    .digest('hex');
const verify = (signature: string | undefined) =>
  isSignedByStripe({ secret: SECRET, rawBody: BODY, signature, now });

describe('the signature of Stripe', () => {
  it('is accepted, also beside that of another secret', () => {
    expect(verify(`t=${String(seconds)},v1=${v1(seconds)}`)).toBe(true);
    const both = `t=${String(seconds)},v1=${v1(seconds, 'other')},v1=${v1(seconds)},v0=x`;
    expect(verify(both)).toBe(true);
  });

  it.each([
    ['of another secret', `t=${String(seconds)},v1=${v1(seconds, 'other')}`],
    ['of another body', `t=${String(seconds)},v1=${v1(seconds, SECRET, '{}')}`],
    ['of another time', `t=${String(seconds + 1)},v1=${v1(seconds)}`],
    ['of an old time', `t=${String(seconds - 301)},v1=${v1(seconds - 301)}`],
    ['of no time', `v1=${v1(seconds)}`],
    ['of an older scheme', `t=${String(seconds)},v0=${v1(seconds)}`],
    ['that is empty', ''],
    ['that is absent', undefined],
  ])('%s is refused', (_which, signature) => {
    expect(verify(signature)).toBe(false);
  });
});
