import { convertBetween } from '@tributary/money';

/** The currency of exchange rates, tier thresholds and the platform's own figures. */
export const PLATFORM_CURRENCY = 'USD';

/** One unit of `currency` is worth `rate` units of the platform's currency, from `effectiveFrom` on. */
export interface ExchangeRate {
  readonly currency: string;
  /** Plain decimal text. */
  readonly rate: string;
  readonly effectiveFrom: Date;
}

/** The rate of each currency in force at a moment: the latest that had begun. */
export function ratesInForce(
  rates: readonly ExchangeRate[],
  at: Date,
): ReadonlyMap<string, ExchangeRate> {
  const inForce = new Map<string, ExchangeRate>();
  for (const rate of rates) {
    const known = inForce.get(rate.currency);
    const begun = rate.effectiveFrom <= at;
    if (begun && (known === undefined || known.effectiveFrom < rate.effectiveFrom)) {
      inForce.set(rate.currency, rate);
    }
  }
  return inForce;
}

/**
 * An amount in another currency, through the platform's, rounded half-even once.
 * @param rates frozen ones; the platform's own currency needs none
 * @returns undefined where a rate is missing
 */
export function exchange(
  amountMinor: number,
  { from, to }: { readonly from: string; readonly to: string },
  rates: readonly Pick<ExchangeRate, 'currency' | 'rate'>[],
): number | undefined {
  if (from === to) return amountMinor;
  const rateOf = (currency: string) =>
    currency === PLATFORM_CURRENCY ? '1' : rates.find((rate) => rate.currency === currency)?.rate;
  const [fromRate, toRate] = [rateOf(from), rateOf(to)];
  if (fromRate === undefined || toRate === undefined) return undefined;
  return convertBetween(
    amountMinor,
    { currency: from, rate: fromRate },
    { currency: to, rate: toRate },
  );
}
