import { parseAmount, percentOf } from '@tributary/money';

/** A provider's configured fee: decimals as text, fixed parts in the payout's currency. */
export interface FeeRule {
  readonly fixed: string;
  readonly percent: string;
  readonly maximum: string | null;
}

/** The fee on an amount, minor units, rounded half to even; never more than the amount. */
export function feeOf(amountMinor: number, currency: string, rule: FeeRule): number {
  const variable = percentOf(amountMinor, rule.percent);
  const whole = parseAmount(rule.fixed, currency) + variable;
  const ceiling = rule.maximum === null ? whole : parseAmount(rule.maximum, currency);
  return Math.min(whole, ceiling, amountMinor);
}
