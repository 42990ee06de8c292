import { WebhookError } from './errors.ts';
import { type WebhookEvent } from './gen/groups.ts';
import { base64Of, type Bytes, bytesOfBase64, hexOf, hmac, isEqual } from './hmac.ts';

/** The headers of a request, as any server or framework has them. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** Default: the secrets of the client. */
  readonly secrets?: string | readonly string[];
  /** How old or early a message may be, ms. Default 300,000. */
  readonly toleranceMs?: number;
  /** Whether only Standard Webhooks headers count, whose signature covers the time. */
  readonly requireTimestamp?: boolean;
  /** Default: now, ms since the epoch. */
  readonly now?: number;
}

export interface TestEvent {
  /** The exact text that was signed. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Webhooks {
  /**
   * The event of a webhook that Tributary signed, by `webhook-signature` (Standard Webhooks) or `x-webhook-signature`.
   * @param rawBody the bytes as they came, before any JSON parser
   * @throws WebhookError where no secret made the signature, or the message is too old
   */
  readonly unwrap: (
    rawBody: string | Uint8Array,
    headers: WebhookHeaders,
    options?: UnwrapOptions,
  ) => Promise<WebhookEvent>;
  /** A signed request as Tributary sends it, for the tests of a receiver. */
  readonly signTestEvent: (
    event: WebhookEvent,
    options?: Pick<UnwrapOptions, 'secrets' | 'now'>,
  ) => Promise<TestEvent>;
}

const TOLERANCE_MS = 300_000;
const PREFIX = 'whsec_';

const refuse = (code: string, message: string): WebhookError =>
  new WebhookError('webhook', { code, message });

const listOf = (secrets: string | readonly string[]): readonly string[] => {
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  if (all.length === 0)
    throw refuse('missing_secret', 'Set webhookSecret to the secret of the endpoint');
  return all;
};

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined;
  const entries = Object.entries(headers as Record<string, string | readonly string[] | undefined>);
  const found = entries.find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.join(',');
}

const encode = (text: string): Bytes => new TextEncoder().encode(text);

/** Tributary's own signature: keyed with the text of the secret, over the body. */
const plainSignature = async (secret: string, body: Bytes): Promise<string> =>
  `sha256=${hexOf(await hmac(encode(secret), body))}`;

/** The signature of Standard Webhooks: keyed with the bytes of the secret, over id, time and body. */
async function standardSignature(secret: string, head: string, body: Bytes): Promise<string> {
  const key = bytesOfBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (key.length === 0)
    throw refuse('invalid_secret', 'The secret of a webhook is whsec_ and base64');
  const start = encode(head);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  return `v1,${base64Of(await hmac(key, signed))}`;
}

interface Message {
  readonly body: Bytes;
  readonly id: string;
  readonly timestamp: string;
}

const standardOf = (secret: string, { id, timestamp, body }: Message): Promise<string> =>
  standardSignature(secret, `${id}.${timestamp}.`, body);

/** What the headers state of a message, by the scheme that they have. @throws WebhookError */
function readHeaders(headers: WebhookHeaders, options: UnwrapOptions) {
  const { toleranceMs = TOLERANCE_MS, now = Date.now(), requireTimestamp = false } = options;
  const isStandard = requireTimestamp || headerOf(headers, 'webhook-signature') !== undefined;
  const named = (name: string): string =>
    headerOf(headers, isStandard ? `webhook-${name}` : `x-webhook-${name}`) ?? '';
  const [given, timestamp] = [named('signature'), named('timestamp')];
  if (given === '') throw refuse('missing_signature', 'The request has no webhook signature');
  if (!(Math.abs(now - Number(timestamp) * 1_000) <= toleranceMs))
    throw refuse('message_too_old', 'The time of the message is too far from now');
  const signatures = given.split(isStandard ? ' ' : ',');
  return { isStandard, signatures, id: named('id'), timestamp };
}

async function verify(body: Bytes, headers: WebhookHeaders, options: UnwrapOptions): Promise<void> {
  const { isStandard, signatures, id, timestamp } = readHeaders(headers, options);
  for (const secret of listOf(options.secrets ?? [])) {
    const expected = await (isStandard
      ? standardOf(secret, { body, id, timestamp })
      : plainSignature(secret, body));
    if (signatures.some((one) => isEqual(one, expected))) return;
  }
  throw refuse('invalid_signature', 'No secret of the endpoint made this signature');
}

/** Webhooks of an endpoint with these secrets, the newest first. */
export function openWebhooks(own: string | readonly string[]): Webhooks {
  return {
    unwrap: async (rawBody, headers, options = {}) => {
      const body = typeof rawBody === 'string' ? encode(rawBody) : new Uint8Array(rawBody);
      await verify(body, headers, { secrets: own, ...options });
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
    },
    signTestEvent: async (event, { secrets = own, now = Date.now() } = {}) => {
      const body = JSON.stringify(event);
      const message = {
        body: encode(body),
        id: event.id,
        timestamp: String(Math.floor(now / 1_000)),
      };
      const all = listOf(secrets);
      const plain = await Promise.all(all.map((secret) => plainSignature(secret, message.body)));
      const standard = await Promise.all(all.map((secret) => standardOf(secret, message)));
      const { id, timestamp } = message;
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'x-webhook-event': event.event,
          'x-webhook-id': id,
          'x-webhook-timestamp': timestamp,
          'x-webhook-signature': plain.join(','),
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': standard.join(' '),
        },
      };
    },
  };
}
