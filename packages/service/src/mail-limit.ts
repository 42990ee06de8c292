import { createHash } from 'node:crypto';
import { type Redis } from 'ioredis';
import { z } from 'zod';
import { mailboxOf } from '@tributary/contracts';
import { DAY_SECONDS, HOUR_SECONDS } from '@tributary/units';
import { openRateLimiter } from './rate-limit.ts';

/** The setting of every service that sends e-mails. */
export const mailsPerAddressPerDay = z.coerce
  .number()
  .int()
  .min(0)
  .default(20)
  .describe(
    'E-mails per day to one address that others can cause, over all services: invitations, tests, and all to an unproved address; as many proofs of addresses, as many wallet codes, and per hour as many password resets of a proved address; 0 switches the limit off.',
  );

/** Limits the e-mails that others can have sent to an address. */
export interface MailLimit {
  /** Counts an e-mail to the address. @throws rate_limited */
  consume(address: string): Promise<void>;
}

const exactly = (address: string): string => address.trim().toLowerCase();

/** Strangers choose the spelling of an address, except that of a proved account. */
const kinds = {
  account: { keyOf: mailboxOf, windowSeconds: DAY_SECONDS },
  other: { keyOf: mailboxOf, windowSeconds: DAY_SECONDS },
  wallet: { keyOf: mailboxOf, windowSeconds: DAY_SECONDS },
  // Short, because anybody can request resets: the owner must not be without them for a day.
  reset: { keyOf: exactly, windowSeconds: HOUR_SECONDS },
} as const;

/**
 * One counter per mailbox and day for all accounts and services of a namespace; tags (`+…`) and dots
 * make no other mailbox. `reset` counts per exact address and hour. Redis stores no addresses.
 * @param limit.kind e-mails of another kind have counters of their own
 * @param limit.mails to one address in a window; 0 switches the limit off
 */
export function openMailLimit(
  redis: Redis,
  namespace: string,
  { kind, mails }: { readonly kind: keyof typeof kinds; readonly mails: number },
): MailLimit {
  const { keyOf, windowSeconds } = kinds[kind];
  const limit = { name: `mail-${kind}`, points: mails, windowSeconds };
  const limiter = openRateLimiter(redis, namespace, limit);
  return {
    consume: async (address) => {
      const digest = createHash('sha256').update(keyOf(address)).digest('base64url');
      await limiter.consume(digest);
    },
  };
}
