import { formatAmount } from '@tributary/money';

/** What the texts on commissions speak of. */
export interface CommissionWords {
  readonly amount: string;
  readonly campaign: string;
  readonly orderId: string;
}

/** What the texts on payouts speak of. */
export interface PayoutWords {
  readonly amount: string;
  readonly netAmount: string;
  readonly reference: string;
}

/** An amount as people read it: `12.30 USD`. */
export const amountWords = (amountMinor: number, currency: string): string =>
  `${formatAmount(amountMinor, currency)} ${currency}`;
