import { invalid } from '@tributary/errors';
import { currencyExponent } from './currency.ts';
import { assertMinor } from './money.ts';

/**
 * The largest amount that can be read, in minor units. Up to 15 digits a JSON number carries every
 * amount exactly; one digit more and two amounts could become the same number.
 */
export const MAX_AMOUNT_MINOR = 999_999_999_999_999;

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const MAX_TEXT_LENGTH = 40;
const MAX_EXPONENT = 30;

type Digits = Readonly<{ digits: string; decimals: number }>;

/**
 * Reads an amount from the characters that stand in the request (a JSON number, exponent forms
 * included), so that no binary fraction comes between what was sent and what is booked.
 * @returns minor units of the currency
 * @throws AppError `invalid`: `currency.unknown`, `amount.malformed`, `amount.negative`,
 *   `amount.too_many_decimals` (any digit beyond the currency's, zeros too), `amount.too_large`
 */
export function parseAmount(text: string, currency: string): number {
  const exponent = currencyExponent(currency);
  const { digits, decimals } = readDigits(text);
  if (decimals > exponent) {
    throw invalid('amount.too_many_decimals', {
      message: `An amount in ${currency} has at most ${String(exponent)} decimals.`,
    });
  }
  const minor = BigInt(digits) * 10n ** BigInt(exponent - decimals);
  if (minor > BigInt(MAX_AMOUNT_MINOR)) {
    throw invalid('amount.too_large', { message: 'The amount is too large.' });
  }
  return Number(minor);
}

/** Minor units as text with the currency's decimals: `12.30` (USD), `12` (JPY), `-0.005` (KWD). */
export function formatAmount(amountMinor: number, currency: string): string {
  assertMinor(amountMinor);
  const exponent = currencyExponent(currency);
  const sign = amountMinor < 0 ? '-' : '';
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0');
  if (exponent === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** Minor units as the JSON number that responses carry: 1230 USD is 12.3. Exact up to 15 digits. */
export function toWireNumber(amountMinor: number, currency: string): number {
  // Adding zero makes the negative zero a plain one.
  return Number(formatAmount(amountMinor, currency)) + 0;
}

/**
 * Minor units of a JSON number that was parsed already, by its shortest text. Where the request's
 * own characters are at hand, `parseAmount` is the stricter one: 100.000 is gone here.
 * @throws AppError as `parseAmount`
 */
export function fromWireNumber(value: number, currency: string): number {
  return parseAmount(String(value), currency);
}

function readDigits(text: string): Digits {
  const match = text.length <= MAX_TEXT_LENGTH ? NUMBER.exec(text) : null;
  if (!match) throw invalid('amount.malformed', { message: 'Not a decimal number.' });
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  if (sign !== '') throw invalid('amount.negative', { message: 'An amount must not be negative.' });
  if (Math.abs(Number(power)) > MAX_EXPONENT) {
    throw invalid('amount.malformed', { message: 'The exponent is out of range.' });
  }
  const decimals = fraction.length - Number(power);
  const digits = `${whole}${fraction}${'0'.repeat(Math.max(0, -decimals))}`;
  return { digits, decimals: Math.max(0, decimals) };
}
