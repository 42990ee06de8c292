import { createHmac } from 'node:crypto';

/** What is signed: the message, the moment of this attempt, and the body's exact text. */
export interface Signable {
  readonly messageId: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

const SECRET_PREFIX = 'whsec_';

/**
 * The signature headers of one request: our own, keyed with the whole text of the secret, and those
 * of Standard Webhooks, keyed with its decoded bytes. With two secrets (during a rotation) the newer
 * comes first.
 */
export function signatureHeaders(
  { messageId, timestamp, body }: Signable,
  secrets: readonly string[],
): Record<string, string> {
  const seconds = String(timestamp);
  const plain = secrets.map((secret) => `sha256=${hmac(secret, body).toString('hex')}`);
  const signed = `${messageId}.${seconds}.${body}`;
  const standard = secrets.map(
    (secret) => `v1,${hmac(standardKey(secret), signed).toString('base64')}`,
  );
  return {
    'x-webhook-id': messageId,
    'x-webhook-timestamp': seconds,
    'x-webhook-signature': plain.join(','),
    'webhook-id': messageId,
    'webhook-timestamp': seconds,
    'webhook-signature': standard.join(' '),
  };
}

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

const standardKey = (secret: string): Buffer =>
  Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
