import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** What the bearer of a mailed link may do. */
export const accountLinkPurposes = [
  'verify_email',
  'change_email',
  'restore_email',
  'reset_password',
] as const;
export type AccountLinkPurpose = (typeof accountLinkPurposes)[number];

const accountMail = z.object({
  userId: id,
  purpose: z.enum(accountLinkPurposes),
  /** The address that receives the mail; the account's own, a former or a future one. */
  to: z.string(),
  /** Secret: anyone who has it may do what `purpose` states, once, until `expiresAt`. */
  token: z.string(),
  expiresAt: instant,
  /** The locale of a registration, whose mail may come before the account; absent of all others. */
  locale: z.string().optional(),
});
export type AccountMail = z.output<typeof accountMail>;

/** On a topic of its own, which only notification may read, because it contains secrets. */
export const accountMailRequested = defineEvent({
  type: 'account_mail.requested.v1',
  topic: 'identity.mails',
  key: (mail: AccountMail) => mail.userId,
  data: accountMail,
  description: 'A link that proves or restores an address, or resets a password, is to be mailed.',
  sample: {
    userId: sampleIds.affiliateId,
    purpose: 'verify_email',
    to: 'ada@example.com',
    token: 'secret',
    expiresAt: SAMPLE_TIME,
  },
  internalBecause: 'it contains a secret',
});

export const accountDeletionRequested = defineEvent({
  type: 'account_deletion.requested.v1',
  // Only notification may read it, because it contains a secret.
  topic: 'identity.mails',
  key: ({ userId }) => userId,
  data: z.object({
    userId: id,
    /** The account's address. */
    to: z.string(),
    /** Secret: anyone who has it may take the deletion back, once, until `dueAt`. */
    token: z.string(),
    /** When the account will be erased. */
    dueAt: instant,
  }),
  description:
    'The owner requested the deletion of an account; a link to take it back is to be mailed.',
  sample: {
    userId: sampleIds.affiliateId,
    to: 'ada@example.com',
    token: 'secret',
    dueAt: SAMPLE_TIME,
  },
  internalBecause: 'it contains a secret',
});
