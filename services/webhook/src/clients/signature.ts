import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The signed parts of a request: message id, time of the attempt, and the exact text of the body. */
export interface Signable {
  readonly messageId: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

const SECRET_PREFIX = 'whsec_';

/** Computes the signature headers of one request. */
export type Signer = (message: Signable) => Record<string, string>;

/**
 * Signs in two formats: Tributary's own, keyed with the whole text of the secret, and Standard Webhooks,
 * keyed with its decoded bytes. During a rotation there are several secrets, the newest first.
 */
export function signerOf(secrets: readonly string[]): Signer {
  // Once per signer, because creating a key costs five times as much as a signature.
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
