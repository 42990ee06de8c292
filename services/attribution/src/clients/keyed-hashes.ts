import { createHmac } from 'node:crypto';
import { type Config } from '../config.ts';

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text);

/** Keyed hashes; null without a key, because an unkeyed hash of an address can be reversed. */
export const openKeyedHashes = ({
  ATTRIBUTION_HASH_KEY: key,
  EMAIL_PEPPER: pepper,
}: Pick<Config, 'ATTRIBUTION_HASH_KEY' | 'EMAIL_PEPPER'>) => ({
  /** Of an address or a device. */
  hash: (text: string): string | null =>
    key === undefined ? null : hmac(key, text).digest('base64url').slice(0, 22),
  /** The same hash that the tracking service makes of customers' mailboxes. */
  hashMailbox: (mailbox: string): string | null =>
    pepper === undefined ? null : hmac(pepper, mailbox).digest('hex'),
});
