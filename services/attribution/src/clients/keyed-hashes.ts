import { createHmac } from 'node:crypto';
import { type Config } from '../config.ts';

/** Keyed hashes; null without a key, because an unkeyed hash of a mailbox can be reversed. */
export const openKeyedHashes = ({ EMAIL_PEPPER: pepper }: Pick<Config, 'EMAIL_PEPPER'>) => ({
  /** The same hash that the tracking service makes of customers' mailboxes. */
  hashMailbox: (mailbox: string): string | null =>
    pepper === undefined ? null : createHmac('sha256', pepper).update(mailbox).digest('hex'),
});
