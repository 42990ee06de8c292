import { convertBetween } from '@tributary/money';

/** The base currency of exchange rates, and the currency of minimums. */
export const PLATFORM_CURRENCY = 'USD';

/** One unit of `currency` is worth `rate` US dollars from `effectiveFrom` on. */
export interface ExchangeRate {
  readonly currency: string;
  /** A decimal above 0, as text. */
  readonly rate: string;
  readonly effectiveFrom: Date;
}

/** An amount of US cents in the rate's currency, rounded half to even to its minor units, once. */
export const exchanged = (cents: number, rate: ExchangeRate): number =>
  convertBetween(cents, { currency: PLATFORM_CURRENCY, rate: '1' }, rate);
