import { createHmac } from 'node:crypto';
import { type Config } from '../config.ts';
import { kindOf, type SharedThing } from '../domain/account-group.ts';

/** Keyed hashes; null without a key, because an unkeyed hash of a mailbox can be reversed. */
export const openKeyedHashes = ({ EMAIL_PEPPER: pepper }: Pick<Config, 'EMAIL_PEPPER'>) => ({
  /** The same hash that the tracking service makes of customers' mailboxes. */
  hashMailbox: (mailbox: string): string | null =>
    pepper === undefined ? null : createHmac('sha256', pepper).update(mailbox).digest('hex'),
  /** The name under which a thing that orders share is stored: its kind, and a keyed hash of the rest. */
  hashThing: (thing: SharedThing): SharedThing | null => {
    if (pepper === undefined) return null;
    const hash = createHmac('sha256', pepper).update(thing).digest('base64url');
    return `${kindOf(thing)}:${hash}`;
  },
});
