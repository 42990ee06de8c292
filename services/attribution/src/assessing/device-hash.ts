import { createHmac } from 'node:crypto';

/** A keyed hash; undefined without a key, as an unkeyed hash of an address hides nothing. */
export const keyedHash = (key: string | undefined, text: string): string | null =>
  key === undefined
    ? null
    : createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
