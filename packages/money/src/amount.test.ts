import { isAppError } from '@tributary/errors';
import fc from 'fast-check';
import {
  MAX_AMOUNT_MINOR,
  formatAmount,
  fromWireNumber,
  listCurrencies,
  parseAmount,
  toWireNumber,
} from './index.ts';

const anAmount = fc.integer({ min: 0, max: MAX_AMOUNT_MINOR });
const aCurrency = fc.constantFrom(...listCurrencies());

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isAppError(error)) return `${error.kind} ${error.code}`;
    throw error;
  }
  return 'no error';
}

describe('parseAmount', () => {
  it.each([
    ['12.3', 'USD', 1230],
    ['12.30', 'USD', 1230],
    ['0', 'USD', 0],
    ['0.01', 'USD', 1],
    ['1e2', 'USD', 10_000],
    ['1.5E+1', 'USD', 1500],
    ['1.234e2', 'USD', 12_340],
    ['123e-2', 'USD', 123],
    ['500', 'JPY', 500],
    ['5e2', 'JPY', 500],
    ['1.234', 'KWD', 1234],
    ['1.2345', 'CLF', 12_345],
    ['9999999999999.99', 'USD', MAX_AMOUNT_MINOR],
  ])('reads %s %s as %i minor units, from its characters', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toBe(minor);
  });

  it.each([
    ['0.005', 'USD', 'amount.too_many_decimals'],
    ['100.000', 'USD', 'amount.too_many_decimals'],
    ['100.0', 'JPY', 'amount.too_many_decimals'],
    ['12300e-3', 'USD', 'amount.too_many_decimals'],
    ['1.2345', 'KWD', 'amount.too_many_decimals'],
    ['-1', 'USD', 'amount.negative'],
    ['-0', 'USD', 'amount.negative'],
    ['10000000000000', 'USD', 'amount.too_large'],
    ['1e30', 'USD', 'amount.too_large'],
    ['0e31', 'USD', 'amount.malformed'],
    ['1e999999999', 'USD', 'amount.malformed'],
    ['NaN', 'USD', 'amount.malformed'],
    ['Infinity', 'USD', 'amount.malformed'],
    ['0x10', 'USD', 'amount.malformed'],
    ['1_000', 'USD', 'amount.malformed'],
    ['1,5', 'USD', 'amount.malformed'],
    ['01', 'USD', 'amount.malformed'],
    ['+1', 'USD', 'amount.malformed'],
    ['.5', 'USD', 'amount.malformed'],
    ['5.', 'USD', 'amount.malformed'],
    [' 5', 'USD', 'amount.malformed'],
    ['', 'USD', 'amount.malformed'],
    ['1'.repeat(41), 'USD', 'amount.malformed'],
    ['1', 'usd', 'currency.unknown'],
    ['1', 'XAU', 'currency.unknown'],
  ])('refuses %s %s with %s', (text, currency, code) => {
    expect(codeOf(() => parseAmount(text, currency))).toBe(`invalid ${code}`);
  });
});

describe('amounts on the way out and in again', () => {
  it('come back the same as text and as a JSON number, in every currency', () => {
    fc.assert(
      fc.property(anAmount, aCurrency, (minor, currency) => {
        expect(parseAmount(formatAmount(minor, currency), currency)).toBe(minor);
        const onTheWire = JSON.stringify(toWireNumber(minor, currency));
        expect(parseAmount(onTheWire, currency)).toBe(minor);
        expect(fromWireNumber(toWireNumber(minor, currency), currency)).toBe(minor);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [1230, 'USD', '12.30', 12.3],
    [5, 'USD', '0.05', 0.05],
    [0, 'USD', '0.00', 0],
    [-5, 'USD', '-0.05', -0.05],
    [12, 'JPY', '12', 12],
    [-12, 'JPY', '-12', -12],
    [1, 'KWD', '0.001', 0.001],
  ])('write %i %s with the decimals of the currency', (minor, currency, text, number) => {
    expect(formatAmount(minor, currency)).toBe(text);
    expect(toWireNumber(minor, currency)).toBe(number);
  });

  it('never write a negative zero', () => {
    expect(Object.is(toWireNumber(-0, 'USD'), 0)).toBe(true);
  });

  it('refuse fractions of minor units and unknown currencies, which are faults of the program', () => {
    expect(() => formatAmount(0.5, 'USD')).toThrow(RangeError);
    expect(() => formatAmount(2 ** 53, 'USD')).toThrow(RangeError);
    expect(codeOf(() => formatAmount(1, 'ZZZ'))).toBe('invalid currency.unknown');
  });

  it('refuse JSON numbers that are no amount', () => {
    expect(codeOf(() => fromWireNumber(Number.NaN, 'USD'))).toBe('invalid amount.malformed');
    expect(codeOf(() => fromWireNumber(0.1 + 0.2, 'USD'))).toBe('invalid amount.too_many_decimals');
    expect(codeOf(() => fromWireNumber(-1, 'USD'))).toBe('invalid amount.negative');
    expect(codeOf(() => fromWireNumber(1e21, 'USD'))).toBe('invalid amount.too_large');
  });
});
