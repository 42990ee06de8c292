import { createHmac } from 'node:crypto';
import { equalText } from '../http/sign-in.ts';

/** `unknown`: no secret is set, so nothing can be checked. */
export type SignatureVerdict = 'valid' | 'invalid' | 'missing' | 'unknown';

type Received = Readonly<{ headers: Readonly<Record<string, string>>; rawBody: Buffer }>;

const STANDARD_SECRET_PREFIX = 'whsec_';

/**
 * Checks `X-Webhook-Signature: sha256=<hex>`, the HMAC of the raw body keyed with the whole text of
 * the secret. While a secret is rotated there are two, separated by a comma: one must fit.
 */
export function verifySignature(received: Received, secret: string | undefined): SignatureVerdict {
  const expected = (known: string): string =>
    `sha256=${createHmac('sha256', known).update(received.rawBody).digest('hex')}`;
  return verdict(received.headers['x-webhook-signature']?.split(/\s*,\s*/), secret, expected);
}

/**
 * Checks the Standard Webhooks headers: `v1,<base64>` of `<id>.<timestamp>.<raw body>`, keyed with
 * the decoded bytes of the secret; several are separated by spaces.
 */
export function verifyStandardSignature(
  received: Received,
  secret: string | undefined,
): SignatureVerdict {
  const { headers, rawBody } = received;
  const head = `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.`;
  const expected = (known: string): string => {
    const encoded = known.startsWith(STANDARD_SECRET_PREFIX)
      ? known.slice(STANDARD_SECRET_PREFIX.length)
      : known;
    const hmac = createHmac('sha256', Buffer.from(encoded, 'base64')).update(head).update(rawBody);
    return `v1,${hmac.digest('base64')}`;
  };
  return verdict(headers['webhook-signature']?.split(/\s+/), secret, expected);
}

function verdict(
  signatures: readonly string[] | undefined,
  secret: string | undefined,
  expected: (secret: string) => string,
): SignatureVerdict {
  if (signatures === undefined) return 'missing';
  if (secret === undefined) return 'unknown';
  const wanted = expected(secret);
  return signatures.some((signature) => equalText(signature, wanted)) ? 'valid' : 'invalid';
}
