import { type AccountLinkPurpose } from '@tributary/contracts';
import { conflict, invalid } from '@tributary/errors';
import { DAY_MS, MINUTE_MS } from '@tributary/units';

/** What a mailed link may do. The mail of a deletion has an event of its own. */
export type LinkPurpose = AccountLinkPurpose | 'cancel_deletion';

/** A link that was mailed to an address. It works once. */
export interface AccountLink {
  /** SHA-256 of the link's token, which itself is not stored. */
  readonly id: string;
  readonly userId: string;
  readonly purpose: LinkPurpose;
  /** The address that received the link, normalised. */
  readonly email: string;
  /** For `restore_email`: sessions and keys made since then end with the change. */
  readonly since: Date;
  readonly expiresAt: Date;
}

const lifetimesMs: Readonly<Record<AccountLinkPurpose, number>> = {
  verify_email: 3 * DAY_MS,
  change_email: DAY_MS,
  restore_email: 7 * DAY_MS,
  reset_password: 30 * MINUTE_MS,
};

/**
 * How many earlier links of a purpose stay valid beside a new one. Anyone may request password resets
 * of an address, and must not disable the owner's. Each link that restores an address works until it
 * expires.
 */
export const earlierLinksKept: Readonly<Record<AccountLinkPurpose, number>> = {
  verify_email: 0,
  change_email: 0,
  restore_email: Infinity,
  reset_password: 2,
};

export const expiryOfLink = (purpose: AccountLinkPurpose, now: Date): Date =>
  new Date(now.getTime() + lifetimesMs[purpose]);

/** The error for a link that was used, replaced, never issued, or has expired. */
export const invalidLink = () =>
  invalid('invalid_link', { message: 'The link is not valid: used before, replaced or expired' });

/** The error for an address that another account has, or may still take back. */
export const emailTaken = (cause?: unknown) =>
  conflict('email_taken', { message: 'There is an account with this e-mail address', cause });
