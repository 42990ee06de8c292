import { convertBetween } from '@tributary/money';

/** What exchange rates are told in, and what minimums are kept in. */
export const PLATFORM_CURRENCY = 'USD';

/** One unit of `currency` is worth `rate` US dollars from `effectiveFrom` on. */
export interface ExchangeRate {
  readonly currency: string;
  /** Plain decimal text above 0. */
  readonly rate: string;
  readonly effectiveFrom: Date;
}

/** An amount of US cents in the rate's currency, rounded half to even to its minor units, once. */
export const exchanged = (cents: number, rate: ExchangeRate): number =>
  convertBetween(cents, { currency: PLATFORM_CURRENCY, rate: '1' }, rate);
