import { createHash } from 'node:crypto';
import { type Redis } from 'ioredis';
import { z } from 'zod';
import { mailboxOf } from '@tributary/contracts';
import { DAY_SECONDS } from '@tributary/units';
import { openRateLimiter } from './rate-limit.ts';

/** The setting of every service that sends e-mails. */
export const mailsPerAddressPerDay = z.coerce
  .number()
  .int()
  .min(0)
  .default(20)
  .describe(
    'E-mails per day to one address that others can cause, over all services: invitations, tests, codes, and all to an unproved address; as many links of accounts; 0 switches the limit off.',
  );

/** Limits the e-mails that others can have sent to an address. */
export interface MailLimit {
  /** Counts an e-mail to the address. @throws rate_limited */
  consume(address: string): Promise<void>;
}

/**
 * One counter per mailbox and day for all accounts and services of a namespace; tags (`+…`) and dots
 * make no other mailbox. Redis stores no addresses.
 * @param limit.kind e-mails of another kind have counters of their own
 */
export function openMailLimit(
  redis: Redis,
  namespace: string,
  { kind, perDay }: { readonly kind: 'account' | 'other'; readonly perDay: number },
): MailLimit {
  const limiter = openRateLimiter(redis, namespace, {
    name: `mail-${kind}`,
    points: perDay,
    windowSeconds: DAY_SECONDS,
  });
  return {
    consume: async (address) => {
      const digest = createHash('sha256').update(mailboxOf(address)).digest('base64url');
      await limiter.consume(digest);
    },
  };
}
