import { createHmac } from 'node:crypto';
import { type Config } from '../config.ts';
import { SAMPLE_SHARE } from '../domain/recall.ts';
import { kindOf, type SharedThing } from '../domain/shared-thing.ts';

const UINT32_SPAN = 2 ** 32;

/** Keyed hashes; null without a key, because an unkeyed hash of a mailbox can be reversed. */
export const openKeyedHashes = ({ EMAIL_PEPPER: pepper }: Pick<Config, 'EMAIL_PEPPER'>) => ({
  /** The same hash that the tracking service makes of customers' mailboxes. */
  hashMailbox: (mailbox: string): string | null =>
    pepper === undefined ? null : createHmac('sha256', pepper).update(mailbox).digest('hex'),
  /** Whether an order is drawn for review: the same at any time, and nobody without the key can foresee it. */
  isDrawn: (conversionId: string): boolean => {
    if (pepper === undefined) return false;
    const digest = createHmac('sha256', pepper).update(`review:${conversionId}`).digest();
    return digest.readUInt32BE(0) / UINT32_SPAN < SAMPLE_SHARE;
  },
  /** The name under which a thing that orders share is stored: its kind, and a keyed hash of the rest. */
  hashThing: (thing: SharedThing): SharedThing | null => {
    if (pepper === undefined) return null;
    const hash = createHmac('sha256', pepper).update(thing).digest('base64url');
    return `${kindOf(thing)}:${hash}`;
  },
});
