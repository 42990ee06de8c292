import { createHmac } from 'node:crypto';

/** A keyed hash; undefined without a key, as an unkeyed hash of an address hides nothing. */
export const keyedHash = (key: string | undefined, text: string): string | null =>
  key === undefined
    ? null
    : createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);

/** As the tracking service hashes customers' mailboxes; null without its key: then none is compared. */
export const mailboxHash = (pepper: string | undefined, mailbox: string): string | null =>
  pepper === undefined ? null : createHmac('sha256', pepper).update(mailbox).digest('hex');
