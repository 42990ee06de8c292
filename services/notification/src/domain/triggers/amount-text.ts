import { formatAmount } from '@tributary/money';

/** An amount in a text: `12.30 USD`. */
export const amountText = (amountMinor: number, currency: string): string =>
  `${formatAmount(amountMinor, currency)} ${currency}`;
