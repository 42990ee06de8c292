import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** What is signed: the message, the moment of this attempt, and the body's exact text. */
export interface Signable {
  readonly messageId: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

const SECRET_PREFIX = 'whsec_';

/** Makes the signature headers of one request. */
export type Signer = (message: Signable) => Record<string, string>;

/**
 * Signs our own way, keyed with the whole text of the secret, and as Standard Webhooks says, keyed
 * with its decoded bytes. Of several secrets (during a rotation) the newest comes first.
 */
export function signerOf(secrets: readonly string[]): Signer {
  // Made once: a key made for each call costs five times the signature itself.
  const keys = secrets.map((secret) => ({
    plain: createSecretKey(Buffer.from(secret)),
    standard: createSecretKey(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')),
  }));
  return ({ messageId, timestamp, body }) => {
    const seconds = String(timestamp);
    const signed = `${messageId}.${seconds}.${body}`;
    const plain = keys.map((key) => `sha256=${hmac(key.plain, body, 'hex')}`);
    const standard = keys.map((key) => `v1,${hmac(key.standard, signed, 'base64')}`);
    return {
      'x-webhook-id': messageId,
      'x-webhook-timestamp': seconds,
      'x-webhook-signature': plain.join(','),
      'webhook-id': messageId,
      'webhook-timestamp': seconds,
      'webhook-signature': standard.join(' '),
    };
  };
}

const hmac = (key: KeyObject, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text).digest(encoding);
