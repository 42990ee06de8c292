import { type AttemptResult } from '../domain/delivery.ts';
import { type Endpoint, oldSecretsAt } from '../domain/endpoint.ts';
import { expandMacros, type MacroValues } from '../domain/postback.ts';
import { type SecretBox } from './secret-cipher.ts';
import { type Poster } from './http-client.ts';
import { type Signer, signerOf } from './signature.ts';

/** What is sent of a delivery. */
export interface Parcel {
  readonly messageId: string;
  readonly eventType: string;
  /** The envelope's text, the same in every attempt. */
  readonly body: string;
  /** For a postback. */
  readonly macros?: MacroValues;
}

export type Attempt = (endpoint: Endpoint, parcel: Parcel, now: Date) => Promise<AttemptResult>;

/** One signed request to an endpoint. Never throws. */
export function attemptWith(poster: Poster, box: SecretBox): Attempt {
  // An endpoint is read anew for every few dozen attempts; its secrets need no more than that.
  const signers = new WeakMap<Endpoint, Signer>();
  return async (endpoint, parcel, now) => {
    const { messageId, eventType, body } = parcel;
    const sign = signers.get(endpoint) ?? signerFor(endpoint, box, now);
    if (sign === undefined) return unreadable;
    signers.set(endpoint, sign);
    const { url, method } = requestOf(endpoint, parcel);
    // A GET has no body; what it says is its URL, and that is signed.
    const signed = method === 'GET' ? url : body;
    const headers = {
      'user-agent': 'Tributary-Webhooks/1.0',
      ...lowerCased(endpoint.headers),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      'x-webhook-event': eventType,
      ...sign({ messageId, timestamp: Math.floor(now.getTime() / 1000), body: signed }),
    };
    return poster.post({ url, method, headers, ...(method === 'GET' ? {} : { body }) });
  };
}

/** What is called: the URL as it is, or of a postback with its macros replaced. */
export function requestOf(
  { url, postback }: Pick<Endpoint, 'url' | 'postback'>,
  { messageId, macros }: Pick<Parcel, 'messageId' | 'macros'>,
) {
  if (postback === undefined) return { url, method: 'POST' } as const;
  const values = { ...macros, event_id: messageId };
  return { url: new URL(expandMacros(url, values)).href, method: postback.method } as const;
}

/** Tried again, because the right key may come back with the next start. */
const unreadable: AttemptResult = {
  kind: 'unanswered',
  error: 'The signing secret cannot be read',
  durationMs: 0,
};

/** Signs with the secret, and those before it that count yet; undefined without the right key. */
function signerFor(endpoint: Endpoint, box: SecretBox, now: Date): Signer | undefined {
  const sealed = [endpoint.secret, ...oldSecretsAt(endpoint, now)];
  try {
    return signerOf(sealed.map((text) => box.open(text, endpoint.id)));
  } catch {
    return undefined;
  }
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
