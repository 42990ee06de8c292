import { type AttemptResult } from '../domain/delivery.ts';
import { type Endpoint } from '../domain/endpoint.ts';
import { type SecretBox } from '../secrets/secret-box.ts';
import { type Poster } from './post.ts';
import { signatureHeaders } from './signature.ts';

/** What is sent of a delivery. */
export interface Parcel {
  readonly messageId: string;
  readonly eventType: string;
  /** The envelope's text, the same in every attempt. */
  readonly body: string;
}

export type Attempt = (endpoint: Endpoint, parcel: Parcel, now: Date) => Promise<AttemptResult>;

/** One signed request to an endpoint. Never throws. */
export const attemptWith =
  (poster: Poster, box: SecretBox): Attempt =>
  async (endpoint, parcel, now) => {
    const { messageId, eventType, body } = parcel;
    const timestamp = Math.floor(now.getTime() / 1000);
    const secrets = secretsOf(endpoint, box, now);
    if (secrets === undefined) return unreadable;
    const headers = {
      'user-agent': 'Tributary-Webhooks/1.0',
      ...lowerCased(endpoint.headers),
      'content-type': 'application/json',
      'x-webhook-event': eventType,
      ...signatureHeaders({ messageId, timestamp, body }, secrets),
    };
    return poster.post({ url: endpoint.url, headers, body });
  };

/** Tried again, because the right key may come back with the next start. */
const unreadable: AttemptResult = {
  kind: 'unanswered',
  error: 'The signing secret cannot be read',
  durationMs: 0,
};

/** The secret, and the one before it while the rotation lasts; undefined where the key is another. */
function secretsOf(endpoint: Endpoint, box: SecretBox, now: Date): string[] | undefined {
  const { id, secret, previousSecret } = endpoint;
  try {
    const secrets = [box.open(secret, id)];
    if (previousSecret !== null && previousSecret.until > now) {
      secrets.push(box.open(previousSecret.secret, id));
    }
    return secrets;
  } catch {
    return undefined;
  }
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
