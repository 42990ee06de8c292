import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { generateSecret } from './secret-cipher.ts';
import { type Signable, signerOf } from './signature.ts';

const signatureHeaders = (message: Signable, secrets: string[]) => signerOf(secrets)(message);

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = {
  messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
};

describe('signerOf', () => {
  it('agrees with the published example of Standard Webhooks', () => {
    expect(signatureHeaders(message, [secret])).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('signs the raw body, keyed with the whole text of the secret', () => {
    const expected = createHmac('sha256', secret).update(message.body).digest('hex');
    expect(signatureHeaders(message, [secret])).toMatchObject({
      'x-webhook-id': message.messageId,
      'x-webhook-timestamp': '1614265330',
      'x-webhook-signature': `sha256=${expected}`,
    });
  });

  it('signs with both secrets during a rotation, the new one first', () => {
    const newer = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    const both = signatureHeaders(message, [newer, secret]);
    const [one, two] = [signatureHeaders(message, [newer]), signatureHeaders(message, [secret])];
    for (const [name, separator] of [
      ['x-webhook-signature', ','],
      ['webhook-signature', ' '],
    ] as const) {
      expect(both[name]).toBe(`${String(one[name])}${separator}${String(two[name])}`);
    }
  });

  it('signs the UTF-8 bytes of the body', () => {
    const body = '{"name":"Ünïcode €"}';
    const expected = createHmac('sha256', secret).update(Buffer.from(body)).digest('hex');
    expect(signatureHeaders({ ...message, body }, [secret])['x-webhook-signature']).toBe(
      `sha256=${expected}`,
    );
  });

  it('passes an independent verifier with the old and the new secret, and with no other', () => {
    const body = '{"event":"conversion.tracked","name":"Ünïcode €"}';
    const timestamp = Math.floor(Date.now() / 1_000);
    const [older, newer, foreign] = [generateSecret(), generateSecret(), generateSecret()];
    const headers = signatureHeaders({ messageId: 'msg_1', timestamp, body }, [newer, older]);
    const verifiedBy = (key: string, text = body) => new Webhook(key).verify(text, headers);
    for (const key of [newer, older]) expect(verifiedBy(key)).toEqual(JSON.parse(body));
    expect(() => verifiedBy(foreign)).toThrow('No matching signature');
    expect(() => verifiedBy(newer, body.replace('tracked', 'approved'))).toThrow('No matching');
    const stale = signatureHeaders({ messageId: 'msg_1', timestamp: timestamp - 600, body }, [
      newer,
    ]);
    expect(() => new Webhook(newer).verify(body, stale)).toThrow('too old');
  });
});
