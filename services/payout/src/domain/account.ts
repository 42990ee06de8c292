import {
  type PayoutProvider,
  scheduledFrequencies,
  type ScheduledFrequency,
} from '@tributary/contracts';
import { conflict, invalid } from '@tributary/errors';
import { MINUTE_MS, HOUR_MS } from '@tributary/units';

export const frequencies = [...scheduledFrequencies, 'manual'] as const;
export type Frequency = (typeof frequencies)[number];

/** A destination of an affiliate's payouts, and its terms. */
export interface PayoutAccount {
  readonly id: string;
  readonly affiliateId: string;
  readonly provider: PayoutProvider;
  /** The provider's id of the destination: an account id, or a wallet's e-mail address. */
  readonly destination: string;
  /** US cents. */
  readonly minimumPayoutMinor: number;
  readonly frequency: Frequency;
  readonly autoPayoutEnabled: boolean;
  readonly isVerified: boolean;
  /**
   * An administrator withdrew the verification. A provider's status does not restore it; an administrator or a new
   * verification by the affiliate does.
   */
  readonly isBarred: boolean;
  readonly isActive: boolean;
  /** Chosen as the default; without a choice the newest payable account is the default. */
  readonly isDefault: boolean;
  /**
   * When the account was added after a first payout, or its minimum or activity changed: holds requested and manual
   * payouts for review.
   */
  readonly changedAt: Date | null;
  /** When payouts were redirected to this account: holds all payouts for review. */
  readonly redirectedAt: Date | null;
  /** A mailed code that was not entered yet. */
  readonly code: VerificationCode | null;
  readonly createdAt: Date;
  /** When the affiliate removed it; its record stays for the history of its payouts. Null: it was not removed. */
  readonly removedAt: Date | null;
}

export interface VerificationCode {
  /** Digest of the code with the account's id; the code itself is not stored. */
  readonly digest: string;
  readonly expiresAt: Date;
  readonly triesLeft: number;
}

/** Maximum number of accounts per affiliate. */
export const MAX_ACCOUNTS = 50;
/** The smallest payout of the platform, US cents. */
export const PLATFORM_MINIMUM_MINOR = 5_000;
const CODE_LIFE_MS = 30 * MINUTE_MS;
const CODE_TRIES = 5;

/** Whether an account may be paid to. */
export const isPayable = ({ isVerified, isActive }: PayoutAccount): boolean =>
  isVerified && isActive;

/** Requires that an account may be paid to. @throws invalid `payment_method_not_verified` */
export function requirePayable(account: PayoutAccount): void {
  if (isPayable(account)) return;
  throw invalid('payment_method_not_verified', {
    message: 'The payout account is not verified, or not active',
  });
}

/**
 * The account of manual and scheduled payouts: the chosen one, else the newest that may be paid to.
 * @param accounts all of an affiliate's, newest first
 */
export const defaultOf = (accounts: readonly PayoutAccount[]): PayoutAccount | undefined =>
  accounts.find(({ isDefault }) => isDefault) ?? accounts.find(isPayable);

/** The frequency of an affiliate's scheduled payouts, by its default account; null: none are scheduled. */
export function scheduleOf(account: PayoutAccount | undefined): ScheduledFrequency | null {
  if (account === undefined || account.frequency === 'manual') return null;
  return isPayable(account) && account.autoPayoutEnabled ? account.frequency : null;
}

/** The smallest payout to an account, US cents. */
export const minimumOf = ({ minimumPayoutMinor }: PayoutAccount): number =>
  Math.max(PLATFORM_MINIMUM_MINOR, minimumPayoutMinor);

/** Sets an account's verification on behalf of an affiliate, an administrator or a provider. */
export function decideVerified(
  account: PayoutAccount,
  isVerified: boolean,
  by: 'affiliate' | 'admin' | 'provider',
): PayoutAccount {
  const isUnchanged = account.isVerified === isVerified;
  if (by === 'provider' && (isUnchanged || account.isBarred)) return account;
  return { ...account, isVerified, isBarred: by === 'admin' && !isVerified, code: null };
}

/** Removes an account: nothing is paid to it any more. */
export const decideRemoved = (account: PayoutAccount, now: Date): PayoutAccount => ({
  ...account,
  isVerified: false,
  isActive: false,
  isDefault: false,
  autoPayoutEnabled: false,
  code: null,
  removedAt: now,
});

/** Stores the digest of a new code. */
export const decideSendCode = (
  account: PayoutAccount,
  digest: string,
  now: Date,
): PayoutAccount => ({
  ...account,
  code: { digest, expiresAt: new Date(now.getTime() + CODE_LIFE_MS), triesLeft: CODE_TRIES },
});

/**
 * Checks an entered code: the account becomes verified, or has one try less.
 * @throws conflict `verification_not_started` where there is no valid code
 */
export function decideCheckCode(
  account: PayoutAccount,
  digest: string,
  now: Date,
): { account: PayoutAccount; accepted: boolean } {
  const { code } = account;
  if (code === null || code.expiresAt <= now || code.triesLeft === 0) {
    throw conflict('verification_not_started', {
      message: 'There is no valid code for this account; request one first',
    });
  }
  if (code.digest === digest) {
    return { account: { ...account, isVerified: true, code: null }, accepted: true };
  }
  return {
    account: { ...account, code: { ...code, triesLeft: code.triesLeft - 1 } },
    accepted: false,
  };
}

/** How long a change of the destination holds payouts for review. */
export const CHANGE_HOLDS_MS = 72 * HOUR_MS;

/** Whether a change is so recent that payouts are held for review. */
export const isRecent = (changedAt: Date | null, now: Date): changedAt is Date =>
  changedAt !== null && now.getTime() - changedAt.getTime() < CHANGE_HOLDS_MS;
