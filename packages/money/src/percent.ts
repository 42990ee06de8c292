import { invalid } from '@tributary/errors';
import { currencyExponent } from './currency.ts';
import { assertMinor } from './money.ts';
import { multiply, parseRational, rational, roundHalfEven, toMinor } from './rational.ts';
import type { Rational } from './rational.ts';

/**
 * Percentages are plain decimal text everywhere ("10", "12.5", "13.125"): exact, readable in a
 * database, and as long as a tier's bonus on a base rate makes them.
 */
const PERCENT = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const MAX_PERCENT_LENGTH = 20;
const MAX_PERCENT_DECIMALS = 4;
const DECIMAL_BASE = 10n;

/**
 * Reads a percentage of 0 to 100 with at most 4 decimals as a brand states it.
 * @returns its shortest text: "12.50" is "12.5"
 * @throws AppError `invalid`: `percent.malformed`, `percent.too_many_decimals`, `percent.too_large`
 */
export function parsePercent(text: string): string {
  if (text.length > MAX_PERCENT_LENGTH || !PERCENT.test(text)) {
    throw invalid('percent.malformed', { message: 'Not a percentage.' });
  }
  const [, fraction = ''] = text.split('.');
  if (fraction.length > MAX_PERCENT_DECIMALS) {
    throw invalid('percent.too_many_decimals', { message: 'A percentage has at most 4 decimals.' });
  }
  const exact = parseRational(text);
  if (exact.numerator > 100n * exact.denominator) {
    throw invalid('percent.too_large', { message: 'A percentage is at most 100.' });
  }
  return decimalText(exact);
}

/** base × (1 + bonus), both in percent, exact: a base of "12.5" with a bonus of "5" is "13.125". */
export function effectivePercent(basePercent: string, bonusPercent: string): string {
  const bonus = parseRational(bonusPercent);
  const factor = rational(100n * bonus.denominator + bonus.numerator, 100n * bonus.denominator);
  return decimalText(multiply(parseRational(basePercent), factor));
}

/** The exact percentage of an amount, for what is rounded only after adding up. */
export function exactPercentOf(amountMinor: number, percent: string): Rational {
  assertMinor(amountMinor);
  return multiply(rational(amountMinor, 100n), parseRational(percent));
}

/** The percentage of an amount in minor units, rounded half-even. */
export function percentOf(amountMinor: number, percent: string): number {
  const { numerator, denominator } = exactPercentOf(amountMinor, percent);
  return toMinor(roundHalfEven(numerator, denominator));
}

/** A currency, and what one unit of it is worth in a third one, as plain decimal text above 0. */
export interface Valued {
  readonly currency: string;
  readonly rate: string;
}

/** An amount in another currency by what both are worth in a third, rounded half-even once to its minor units. */
export function convertBetween(amountMinor: number, from: Valued, to: Valued): number {
  assertMinor(amountMinor);
  const fromUnit = DECIMAL_BASE ** BigInt(currencyExponent(from.currency));
  const toUnit = DECIMAL_BASE ** BigInt(currencyExponent(to.currency));
  const divisor = parseRational(to.rate);
  const worth = multiply(rational(amountMinor, fromUnit), parseRational(from.rate));
  const exact = multiply(
    multiply(worth, rational(divisor.denominator, divisor.numerator)),
    rational(toUnit),
  );
  return toMinor(roundHalfEven(exact.numerator, exact.denominator));
}

/**
 * An amount in another currency, rounded half-even to that currency's minor units.
 * @param rate how many units of `to` one unit of `from` is worth, as plain decimal text
 */
export const convert = (amountMinor: number, from: string, to: string, rate: string): number =>
  convertBetween(amountMinor, { currency: from, rate }, { currency: to, rate: '1' });

/** Shortest decimal of a number whose denominator divides a power of ten, as all here do. */
function decimalText({ numerator, denominator }: Rational): string {
  let scale = 0;
  let unit = 1n;
  while ((numerator * unit) % denominator !== 0n) {
    scale += 1;
    unit *= DECIMAL_BASE;
  }
  const scaled = (numerator * unit) / denominator;
  const sign = scaled < 0n ? '-' : '';
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(scale + 1, '0');
  if (scale === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
