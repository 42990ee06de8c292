import { createHash } from 'node:crypto';
import { invalid } from '@tributary/errors';
import { runWithOnceKey } from '@tributary/mongo';
import { type Actor, type RequestFacts } from '@tributary/service';

const VALID_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs `work` once per Idempotency-Key. Unlike the routes marked `idempotent` it stores the result of the
 * transaction instead of the response, because the response contains a secret in full.
 */
export function withIdempotencyKey<T>(
  { headers, method, url, rawBody }: RequestFacts,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  const key = headers['idempotency-key'];
  if (key === undefined) return work();
  if (typeof key !== 'string' || !VALID_KEY.test(key)) {
    throw invalid('invalid_idempotency_key', {
      message: 'Idempotency-Key must be 1 to 255 printable characters',
    });
  }
  const scope = digest(`${actor.id} ${method} ${url}\n${key}`);
  const once = { key: `request:${scope}`, kind: 'request', fingerprint: digest(rawBody) } as const;
  return runWithOnceKey(once, work);
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
