import { invalid } from '@tributary/errors';
import { formatAmount } from '@tributary/money';
import { minimumOf, type PayoutAccount } from './account.ts';
import { type Payout } from './payout.ts';

/** The currency of all payouts. */
export const PAYOUT_CURRENCY = 'USD';

/** What a payout is made from. */
export interface PayoutRequest {
  readonly account: PayoutAccount;
  readonly kind: Payout['kind'];
  readonly amountMinor: number;
  /** Pays exactly these commissions; empty: the oldest first. */
  readonly commissionIds: readonly string[];
  readonly description: string | null;
}

/** @throws invalid `below_minimum`: the larger of the platform's and the account's */
export function requireMinimum(account: PayoutAccount, amountMinor: number): void {
  const minimum = minimumOf(account);
  if (amountMinor >= minimum) return;
  const amount = `${formatAmount(minimum, PAYOUT_CURRENCY)} ${PAYOUT_CURRENCY}`;
  throw invalid('below_minimum', { message: `The amount is below the minimum of ${amount}` });
}

/** A payout whose amount is not reserved yet. */
export const newPayout = (
  { account, kind, amountMinor, commissionIds, description }: PayoutRequest,
  given: Pick<Payout, 'id' | 'referenceNumber' | 'feeMinor' | 'requestedAt'>,
): Payout => ({
  ...given,
  affiliateId: account.affiliateId,
  accountId: account.id,
  provider: account.provider,
  destination: account.destination,
  kind,
  step: 'reserving',
  amountMinor,
  currency: PAYOUT_CURRENCY,
  commissionIds,
  items: [],
  description,
  retryCount: 0,
  reserveAttempt: 1,
  transactionId: null,
  batchId: null,
  itemId: null,
  failureReason: null,
  failureIsTemporary: false,
  isReversed: false,
  holdReasons: [],
  scheduled: null,
  groupKey: null,
  invoiceNumber: null,
  creditNoteNumber: null,
  submittedAt: null,
  completedAt: null,
});
