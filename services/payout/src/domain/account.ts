import {
  type PayoutProvider,
  scheduledFrequencies,
  type ScheduledFrequency,
} from '@tributary/contracts';
import { conflict, invalid } from '@tributary/errors';
import { MINUTE_MS, HOUR_MS } from '@tributary/units';

export const frequencies = [...scheduledFrequencies, 'manual'] as const;
export type Frequency = (typeof frequencies)[number];

/** Where an affiliate's money goes. */
export interface PayoutAccount {
  readonly id: string;
  readonly affiliateId: string;
  readonly provider: PayoutProvider;
  /** The provider's name for the destination: an account id, or a wallet's e-mail address. */
  readonly destination: string;
  /** US cents. */
  readonly minimumPayoutMinor: number;
  readonly frequency: Frequency;
  readonly autoPayoutEnabled: boolean;
  readonly isVerified: boolean;
  /**
   * An administrator took the verification away: what a provider says does not give it back, but an
   * administrator or a new verification by the affiliate does.
   */
  readonly isBarred: boolean;
  readonly isActive: boolean;
  /** Chosen as the default; where none is, the newest verified one counts as it. */
  readonly isDefault: boolean;
  /** When this destination came after earlier payouts, or its terms changed: holds manual payouts. */
  readonly changedAt: Date | null;
  /** When payouts were led to this destination anew: holds manual and scheduled payouts. */
  readonly redirectedAt: Date | null;
  /** A mailed code that is waiting to be typed in. */
  readonly code: VerificationCode | null;
  readonly createdAt: Date;
}

export interface VerificationCode {
  /** Digest of the code with the account's id; the code itself is not kept. */
  readonly digest: string;
  readonly expiresAt: Date;
  readonly triesLeft: number;
}

/** As many accounts as an affiliate can have. */
export const MAX_ACCOUNTS = 50;
/** No account pays out less than this, US cents. */
export const PLATFORM_MINIMUM_MINOR = 5_000;
const CODE_LIFE_MS = 30 * MINUTE_MS;
const CODE_TRIES = 5;

/** Whether an account may be paid to. */
export const isPayable = ({ isVerified, isActive }: PayoutAccount): boolean =>
  isVerified && isActive;

/** An account that may be paid to. @throws invalid `payment_method_not_verified` */
export function requirePayable(account: PayoutAccount): void {
  if (isPayable(account)) return;
  throw invalid('payment_method_not_verified', {
    message: 'The payout account is not verified, or not active',
  });
}

/**
 * Where manual and scheduled payouts go: the account that was chosen, else the newest that can be paid to.
 * @param accounts all of an affiliate's, newest first
 */
export const defaultOf = (accounts: readonly PayoutAccount[]): PayoutAccount | undefined =>
  accounts.find(({ isDefault }) => isDefault) ?? accounts.find(isPayable);

/** How often an affiliate is paid by itself: as its default account says, where it may be paid to. */
export function scheduleOf(account: PayoutAccount | undefined): ScheduledFrequency | null {
  if (account === undefined || account.frequency === 'manual') return null;
  return isPayable(account) && account.autoPayoutEnabled ? account.frequency : null;
}

/** The smallest payout to an account, US cents. */
export const minimumOf = ({ minimumPayoutMinor }: PayoutAccount): number =>
  Math.max(PLATFORM_MINIMUM_MINOR, minimumPayoutMinor);

/** What somebody's word makes of an account. */
export function decideVerified(
  account: PayoutAccount,
  isVerified: boolean,
  by: 'affiliate' | 'admin' | 'provider',
): PayoutAccount {
  const isSaid = account.isVerified === isVerified;
  if (by === 'provider' && (isSaid || account.isBarred)) return account;
  return { ...account, isVerified, isBarred: by === 'admin' && !isVerified, code: null };
}

/** A fresh code for an account. */
export const decideSendCode = (
  account: PayoutAccount,
  digest: string,
  now: Date,
): PayoutAccount => ({
  ...account,
  code: { digest, expiresAt: new Date(now.getTime() + CODE_LIFE_MS), triesLeft: CODE_TRIES },
});

/**
 * What a typed code makes of an account: verified, or with a try less.
 * @throws conflict `verification_not_started` where no code is waiting
 */
export function decideCheckCode(
  account: PayoutAccount,
  digest: string,
  now: Date,
): { account: PayoutAccount; accepted: boolean } {
  const { code } = account;
  if (code === null || code.expiresAt <= now || code.triesLeft === 0) {
    throw conflict('verification_not_started', {
      message: 'No code is waiting for this account; ask for one first',
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

const CHANGE_HOLDS_MS = 72 * HOUR_MS;

/** Whether something is so new that a payout waits for a look. */
export const isRecent = (changedAt: Date | null, now: Date): changedAt is Date =>
  changedAt !== null && now.getTime() - changedAt.getTime() < CHANGE_HOLDS_MS;
