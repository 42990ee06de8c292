import {
  currencyExponent,
  currencySchema,
  isCurrency,
  listCurrencies,
  moneySchema,
  sumMinor,
  assertMinor,
} from './index.ts';

describe('the currency table', () => {
  it.each([
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['KWD', 3],
    ['BHD', 3],
    ['CLF', 4],
  ])('gives %s %i decimals', (code, exponent) => {
    expect(currencyExponent(code)).toBe(exponent);
  });

  it('holds each code once, three capitals each', () => {
    const codes = listCurrencies();
    expect(codes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThan(150);
  });

  it.each(['usd', 'XXX', 'XAU', 'US', 'USDT', '', ' USD', '__proto__'])(
    'does not know %p',
    (code) => {
      expect(isCurrency(code)).toBe(false);
      expect(currencySchema.safeParse(code).success).toBe(false);
      expect(() => currencyExponent(code)).toThrow('ISO 4217');
    },
  );
});

describe('moneySchema', () => {
  it('takes minor units of a currency, negative ones too', () => {
    const money = { amountMinor: -1230, currency: 'USD' };
    expect(moneySchema.parse(money)).toEqual(money);
  });

  it.each([
    { amountMinor: 1.5, currency: 'USD' },
    { amountMinor: 2 ** 53, currency: 'USD' },
    { amountMinor: '1', currency: 'USD' },
    { amountMinor: 1, currency: 'XXX' },
  ])('refuses %p', (money) => {
    expect(moneySchema.safeParse(money).success).toBe(false);
  });
});

describe('sumMinor', () => {
  it('adds up, and nothing is zero', () => {
    expect(sumMinor([1, 2, -4])).toBe(-1);
    expect(sumMinor([])).toBe(0);
  });

  it('throws rather than losing a cent beyond safe integers', () => {
    expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
    expect(() => sumMinor([0.5, 0.5])).toThrow(RangeError);
    expect(() => {
      assertMinor(Number.NaN);
    }).toThrow(RangeError);
  });
});
