import { convert } from '@tributary/money';
import fc from 'fast-check';
import { exchange, ratesInForce } from './exchange.ts';

const rate = (currency: string, text: string, from = '2026-01-01') => ({
  currency,
  rate: text,
  effectiveFrom: new Date(from),
});
const rates = [rate('EUR', '1.08'), rate('JPY', '0.0067'), rate('KWD', '3.25')];

describe('exchange', () => {
  it.each([
    [10_000, 'EUR', 'USD', 10_800],
    // 100.00 USD at 0.0067 are 14,925.37 yen, which have no decimals.
    [10_000, 'USD', 'JPY', 14_925],
    [1_000, 'KWD', 'USD', 325],
    // Through the platform's currency, rounded once: 1.000 KWD is 3.25 USD is 3.009259 EUR.
    [1_000, 'KWD', 'EUR', 301],
    [5, 'JPY', 'JPY', 5],
  ])('makes %i %s into %s: %i', (minor, from, to, expected) => {
    expect(exchange(minor, { from, to }, rates)).toBe(expected);
  });

  it('returns undefined where a rate is missing', () => {
    expect(exchange(1, { from: 'GBP', to: 'USD' }, rates)).toBeUndefined();
    expect(exchange(1, { from: 'USD', to: 'GBP' }, rates)).toBeUndefined();
  });

  it('agrees with a direct conversion into the platform’s currency', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (minor) => {
        const into = { from: 'JPY', to: 'USD' };
        expect(exchange(minor, into, rates)).toBe(convert(minor, 'JPY', 'USD', '0.0067'));
      }),
    );
  });
});

describe('the rates in force', () => {
  it('are the latest that had begun, in any order of the list', () => {
    const dated = [rate('EUR', '1.2', '2026-03-01'), rate('EUR', '1.1', '2026-02-01'), ...rates];
    const inForce = (day: string) => ratesInForce(dated, new Date(day)).get('EUR')?.rate;
    expect(inForce('2025-12-31')).toBeUndefined();
    expect(inForce('2026-01-31')).toBe('1.08');
    expect(inForce('2026-02-01')).toBe('1.1');
    expect(inForce('2026-07-01')).toBe('1.2');
  });
});
