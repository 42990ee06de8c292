export {
  MAX_AMOUNT_MINOR,
  formatAmount,
  fromWireNumber,
  parseAmount,
  toWireNumber,
} from './amount.ts';
export { allocateLargestRemainder, splitExact, toIntegerWeights } from './allocate.ts';
export { currencyExponent, currencySchema, isCurrency, listCurrencies } from './currency.ts';
export { assertMinor, moneySchema, sumMinor } from './money.ts';
export type { Money } from './money.ts';
export {
  convert,
  convertBetween,
  effectivePercent,
  exactPercentOf,
  parsePercent,
  percentOf,
} from './percent.ts';
export { add, multiply, parseRational, rational, roundHalfEven, toMinor } from './rational.ts';
export type { Rational } from './rational.ts';
