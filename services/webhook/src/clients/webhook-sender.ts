import { type MacroValues } from '@tributary/contracts';
import { currentSpan } from '@tributary/tracing';
import { type AttemptResult } from '../domain/delivery.ts';
import { type Endpoint, oldSecretsAt } from '../domain/endpoint.ts';
import { requestOf } from '../domain/postback.ts';
import { type HttpClient } from './http-client.ts';
import { type SecretCipher } from './secret-cipher.ts';
import { type Signer, signerOf } from './signature.ts';

/** The parts of a delivery that are sent. */
export interface WebhookMessage {
  readonly messageId: string;
  readonly eventType: string;
  /** The serialized envelope, the same in every attempt. */
  readonly body: string;
  /** The values of a postback's macros. */
  readonly macros?: MacroValues;
}

/** Sends one signed request to an endpoint. Never throws. */
export type SendWebhook = (
  endpoint: Endpoint,
  message: WebhookMessage,
  now: Date,
) => Promise<AttemptResult>;

export function webhookSender(client: HttpClient, cipher: SecretCipher): SendWebhook {
  // Decrypting once per endpoint object is enough: the worker reads the endpoint again every few seconds.
  const signers = new WeakMap<Endpoint, Signer>();
  return async (endpoint, message, now) => {
    const { messageId, eventType, body } = message;
    const sign = signers.get(endpoint) ?? signerFor(endpoint, cipher, now);
    if (sign === undefined) return unreadableSecret;
    signers.set(endpoint, sign);
    const { url, method } = requestOf(endpoint, message);
    // A GET has no body; its content is the URL, so the URL is signed.
    const signed = method === 'GET' ? url : body;
    const headers = {
      'user-agent': 'Tributary-Webhooks/1.0',
      ...lowerCased(endpoint.headers),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      'x-webhook-event': eventType,
      ...traceHeader(),
      ...sign({ messageId, timestamp: Math.floor(now.getTime() / 1000), body: signed }),
    };
    return client.send({ url, method, headers, ...(method === 'GET' ? {} : { body }) });
  };
}

/** The attempt's span, so that the receiver's trace can go on from it. */
function traceHeader(): Record<string, string> {
  const span = currentSpan();
  return span === undefined ? {} : { traceparent: span.traceparent };
}

/** Retryable, because the next start of the service may have the right key. */
const unreadableSecret: AttemptResult = {
  kind: 'no_response',
  error: 'The signing secret cannot be read',
  durationMs: 0,
};

/** Signs with the secret and its unexpired predecessors; undefined if the key does not decrypt them. */
function signerFor(endpoint: Endpoint, cipher: SecretCipher, now: Date): Signer | undefined {
  const encrypted = [endpoint.secret, ...oldSecretsAt(endpoint, now)];
  try {
    return signerOf(encrypted.map((text) => cipher.decrypt(text, endpoint.id)));
  } catch {
    return undefined;
  }
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
