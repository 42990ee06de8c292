import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { openWebhooks, WebhookError, type WebhookEvent } from './index.ts';

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

const event: WebhookEvent = {
  id: '01975b3c-7c00-7000-8000-00000000f101',
  event: 'link.clicked',
  timestamp: '2026-05-01T12:00:00.000Z',
  data: { link_id: 'l', tracking_code: 'Ünïcode €' },
} as unknown as WebhookEvent;

const without = (headers: Readonly<Record<string, string>>, prefix: string) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(prefix)));

describe('a webhook', () => {
  const secret = newSecret();
  const webhooks = openWebhooks(secret);

  it('is unwrapped from its raw body by either header scheme', async () => {
    const { body, headers } = await webhooks.signTestEvent(event);
    for (const given of [
      headers,
      new Headers(headers),
      without(headers, 'webhook-'),
      without(headers, 'x-'),
    ])
      expect(await webhooks.unwrap(body, given)).toEqual(event);
    const bytes = new TextEncoder().encode(body);
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, one]) => [name.toUpperCase(), [one]]),
    );
    expect(await webhooks.unwrap(bytes, upper)).toEqual(event);
  });

  it('that this package signs passes an independent verifier', async () => {
    const { body, headers } = await webhooks.signTestEvent(event);
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(event);
  });

  it('agrees with the published example of Standard Webhooks', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const options = { secrets: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', now: 1_614_265_330_000 };
    const unwrapped = await webhooks.unwrap('{"test": 2432232314}', headers, options);
    expect(unwrapped).toEqual({ test: 2432232314 });
  });

  it('passes with the old and the new secret while it is rotated, and with no other', async () => {
    const [older, newer] = [newSecret(), newSecret()];
    const { body, headers } = await openWebhooks([newer, older]).signTestEvent(event);
    for (const one of [older, newer])
      expect(await openWebhooks(one).unwrap(body, headers)).toEqual(event);
    const foreign = openWebhooks(newSecret()).unwrap(body, headers);
    await expect(foreign).rejects.toMatchObject({ kind: 'webhook', code: 'invalid_signature' });
  });

  it('is refused where body, time or headers are not what was signed', async () => {
    const { body, headers } = await webhooks.signTestEvent(event);
    const codeOf = (given: Parameters<typeof webhooks.unwrap>) =>
      webhooks.unwrap(...given).then(
        () => 'accepted',
        (error: unknown) => (error instanceof WebhookError ? error.code : String(error)),
      );
    const later = Date.now() + 600_000;
    const plain = without(headers, 'webhook-');
    expect(await codeOf([`${body} `, headers])).toBe('invalid_signature');
    expect(await codeOf([body, { ...headers, 'webhook-id': 'another' }])).toBe('invalid_signature');
    expect(await codeOf([body, headers, { now: later }])).toBe('message_too_old');
    expect(await codeOf([body, headers, { now: later, toleranceMs: 700_000 }])).toBe('accepted');
    expect(await codeOf([body, { ...headers, 'webhook-timestamp': 'soon' }])).toBe(
      'message_too_old',
    );
    expect(await codeOf([body, {}])).toBe('missing_signature');
    expect(await codeOf([body, plain, { requireTimestamp: true }])).toBe('missing_signature');
    expect(await codeOf([body, headers, { secrets: 'whsec_!' }])).toBe('invalid_secret');
    expect(await codeOf([body, headers, { secrets: [] }])).toBe('missing_secret');
  });
});
