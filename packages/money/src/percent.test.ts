import { isAppError } from '@tributary/errors';
import fc from 'fast-check';
import {
  convert,
  effectivePercent,
  exactPercentOf,
  formatAmount,
  listCurrencies,
  parsePercent,
  parseRational,
  percentOf,
  rational,
  roundHalfEven,
  toMinor,
} from './index.ts';
import { add, floorOf, multiply } from './rational.ts';

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
  return 'no error';
}

describe('roundHalfEven', () => {
  it.each([
    [5n, 10n, 0n],
    [15n, 10n, 2n],
    [25n, 10n, 2n],
    [26n, 10n, 3n],
    [24n, 10n, 2n],
    [-5n, 10n, 0n],
    [-15n, 10n, -2n],
    [-25n, 10n, -2n],
    [-26n, 10n, -3n],
    [15n, -10n, -2n],
    [7n, 1n, 7n],
    [0n, 3n, 0n],
  ])('rounds %s / %s to %s', (numerator, denominator, rounded) => {
    expect(roundHalfEven(numerator, denominator)).toBe(rounded);
  });

  it('is never more than a half away, symmetric, and even on ties', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
        const rounded = roundHalfEven(numerator, denominator);
        const twiceOff = 2n * (rounded * denominator - numerator);
        expect(twiceOff <= denominator && -twiceOff <= denominator).toBe(true);
        if (twiceOff === denominator || -twiceOff === denominator) expect(rounded % 2n).toBe(0n);
        expect(roundHalfEven(-numerator, denominator)).toBe(-rounded);
      }),
    );
  });

  it('refuses a denominator of zero', () => {
    expect(() => roundHalfEven(1n, 0n)).toThrow(RangeError);
  });
});

describe('rationals', () => {
  it.each([
    ['12.5', 125n, 10n],
    ['-0.05', -5n, 100n],
    ['7', 7n, 1n],
    ['007.10', 710n, 100n],
  ])('reads %s exactly', (text, numerator, denominator) => {
    expect(parseRational(text)).toEqual({ numerator, denominator });
  });

  it.each(['', '.', '1.', '.5', '1e3', '+1', 'NaN', '1 ', '9'.repeat(65)])('refuses %p', (text) => {
    expect(() => parseRational(text)).toThrow(RangeError);
  });

  it('add and multiply exactly, in lowest terms', () => {
    expect(add(rational(1, 3), rational(1, 6))).toEqual(rational(1, 2));
    expect(multiply(rational(2, 3), rational(-3, 4))).toEqual(rational(-1, 2));
    expect(multiply(rational(0), rational(5, 7))).toEqual(rational(0));
  });

  it('round down below zero as well', () => {
    expect(floorOf(rational(-1, 2))).toBe(-1n);
    expect(floorOf(rational(-4, 2))).toBe(-2n);
    expect(floorOf(rational(3, 2))).toBe(1n);
  });

  it('refuse to become an amount that is no safe integer', () => {
    expect(toMinor(5n)).toBe(5);
    expect(() => toMinor(2n ** 53n)).toThrow(RangeError);
  });
});

describe('percentages', () => {
  it.each([
    ['10', '10'],
    ['12.50', '12.5'],
    ['0', '0'],
    ['0.0001', '0.0001'],
    ['100', '100'],
    ['100.0000', '100'],
  ])('are kept in their shortest text: %s is %s', (text, kept) => {
    expect(parsePercent(text)).toBe(kept);
  });

  it.each([
    ['100.0001', 'percent.too_large'],
    ['1000', 'percent.too_large'],
    ['1.00001', 'percent.too_many_decimals'],
    ['-1', 'percent.malformed'],
    ['1e1', 'percent.malformed'],
    ['ten', 'percent.malformed'],
    ['', 'percent.malformed'],
    ['0.00000000000000000000001', 'percent.malformed'],
  ])('are refused: %s is %s', (text, code) => {
    expect(codeOf(() => parsePercent(text))).toBe(code);
  });

  it.each([
    ['12.5', '5', '13.125'],
    ['10', '0', '10'],
    ['10', '15', '11.5'],
    ['0.0001', '0.05', '0.00010005'],
    ['10', '-5', '9.5'],
    ['0', '15', '0'],
  ])('of a base %s with a bonus of %s is %s, exactly', (base, bonus, effective) => {
    expect(effectivePercent(base, bonus)).toBe(effective);
  });

  it('may be negative where a malus exceeds everything', () => {
    expect(effectivePercent('10', '-150')).toBe('-5');
    expect(effectivePercent('0.5', '-150')).toBe('-0.25');
  });

  it.each([
    [10_000, '10', 1000],
    [5, '10', 0],
    [15, '10', 2],
    [25, '10', 2],
    [-15, '10', -2],
    [9999, '13.125', 1312],
    [0, '10', 0],
  ])('of %i at %s %% are %i, half-even', (amount, percent, expected) => {
    expect(percentOf(amount, percent)).toBe(expected);
  });

  it('are exact before rounding, whatever the amount', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 1_000_000 }), (amount, rate) => {
        const percent = formatAmount(rate, 'CLF');
        const exact = exactPercentOf(amount, percent);
        expect(exact.numerator * 1_000_000n).toBe(
          BigInt(amount) * BigInt(rate) * exact.denominator,
        );
        expect(percentOf(amount, percent)).toBe(
          Number(roundHalfEven(BigInt(amount) * BigInt(rate), 1_000_000n)),
        );
      }),
    );
  });
});

describe('convert', () => {
  it.each([
    { amount: 5000, from: 'USD', to: 'EUR', rate: '0.92', expected: 4600 },
    { amount: 5000, from: 'USD', to: 'JPY', rate: '151.37', expected: 7568 },
    { amount: 7568, from: 'JPY', to: 'USD', rate: '0.0066', expected: 4995 },
    { amount: 100, from: 'USD', to: 'KWD', rate: '0.3075', expected: 308 },
    { amount: 1000, from: 'KWD', to: 'USD', rate: '3.25', expected: 325 },
    { amount: 1, from: 'USD', to: 'EUR', rate: '0.5', expected: 0 },
    { amount: 3, from: 'USD', to: 'EUR', rate: '0.5', expected: 2 },
  ])('turns $amount $from into $expected $to at $rate', (sample) => {
    const { amount, from, to, rate, expected } = sample;
    expect(convert(amount, from, to, rate)).toBe(expected);
  });

  it('leaves an amount alone at the rate 1 within a currency', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(...listCurrencies()), (amount, currency) => {
        expect(convert(amount, currency, currency, '1')).toBe(amount);
      }),
    );
  });

  it('refuses unknown currencies and results beyond safe integers', () => {
    expect(codeOf(() => convert(1, 'USD', 'ZZZ', '1'))).toBe('currency.unknown');
    expect(() => convert(Number.MAX_SAFE_INTEGER, 'JPY', 'USD', '1')).toThrow(RangeError);
  });
});
