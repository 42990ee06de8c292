import type { AttributionShare, CommissionTerms } from '@tributary/contracts';
import { percentOf, sumMinor } from '@tributary/money';
import fc from 'fast-check';
import { earn, type EarningBasis, earningCurrency, mergeShares, splitSale } from './earning.ts';

const share = (affiliateId: string, weight: number): AttributionShare => ({
  affiliateId,
  clickId: null,
  linkId: null,
  weight,
  valueMinor: 0,
});
const tenPercent: CommissionTerms = {
  type: 'percentage',
  value: '10',
  currency: 'USD',
  holdDays: 0,
};
const basis = (given: Partial<EarningBasis> = {}): EarningBasis => ({
  valueMinor: 10_000,
  currency: 'USD',
  terms: tenPercent,
  namedMinor: null,
  shares: [share('anna', 1_000_000_000_000)],
  ...given,
});

describe('earn', () => {
  it('hands out the odd cent to the first of three equal shares', () => {
    const shares = [share('anna', 1), share('bela', 1), share('cleo', 1)];
    expect(earn(basis({ shares }), 10_000)).toEqual([334, 333, 333]);
  });

  it('gives each affiliate its own rate, and rounds their sum once', () => {
    const tier = { schemeId: 'platform', schemeVersion: 1, tierId: 't', name: 'n', level: 2 };
    const tiers = { bela: { ...tier, bonusPercent: '5', earlyPayout: false } };
    const shares = [share('anna', 1), share('bela', 1), share('cleo', 1)];
    // 3.333… + 3.5 + 3.333… = 10.166…, to 10.17: the odd cent goes to the largest remainder.
    expect(earn(basis({ shares, tiers }), 10_000)).toEqual([334, 350, 333]);
    const terms: CommissionTerms = { ...tenPercent, type: 'fixed', value: '3.50' };
    expect(earn(basis({ shares: [share('bela', 1)], tiers, terms }), 10_000)).toEqual([368]);
    const named = basis({ shares: [share('bela', 1)], tiers, namedMinor: 700 });
    expect(earn(named, 10_000)).toEqual([700]);
  });

  it('pays for each of a batch', () => {
    const terms: CommissionTerms = { ...tenPercent, type: 'fixed', value: '0.15' };
    expect(earn(basis({ valueMinor: 0, terms, units: 7 }), 0)).toEqual([105]);
  });

  it('rounds half to even, once', () => {
    expect(earn(basis({ valueMinor: 25 }), 25)).toEqual([2]);
    expect(earn(basis({ valueMinor: 35 }), 35)).toEqual([4]);
  });

  it('pays a fixed amount in the campaign’s currency, whatever the order’s', () => {
    const terms: CommissionTerms = { type: 'fixed', value: '3.50', currency: 'EUR', holdDays: 0 };
    const fixed = basis({ terms, currency: 'JPY', valueMinor: 8_000 });
    expect(earn(fixed, 8_000)).toEqual([350]);
    expect(earningCurrency(fixed)).toBe('EUR');
  });

  it('earns a percentage in the order’s currency', () => {
    expect(earningCurrency(basis({ currency: 'JPY' }))).toBe('JPY');
  });

  it('lowers a fixed amount with what is left of the order, but a lead has nothing to lower', () => {
    const terms: CommissionTerms = { type: 'fixed', value: '5', currency: 'USD', holdDays: 0 };
    expect(earn(basis({ terms }), 2_500)).toEqual([125]);
    expect(earn(basis({ terms, valueMinor: 0 }), 0)).toEqual([500]);
  });

  it('honours a commission that the shop names, bounded by the order’s value', () => {
    expect(earn(basis({ namedMinor: 1_234 }), 10_000)).toEqual([1_234]);
    expect(earn(basis({ namedMinor: 99_999 }), 10_000)).toEqual([10_000]);
    expect(earn(basis({ namedMinor: 1_000 }), 2_500)).toEqual([250]);
  });

  it('gives parts that sum to the whole, rounded once', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        weights.filter((all) => all.some((weight) => weight > 0)),
        fc.integer({ min: 0, max: 10_000 }),
        (valueMinor, all, bps) => {
          const value = (bps / 100).toFixed(2);
          const shares = all.map((weight, index) => share(String(index), weight));
          const terms: CommissionTerms = { ...tenPercent, value };
          const parts = earn(basis({ valueMinor, shares, terms }), valueMinor);
          expect(sumMinor(parts)).toBe(percentOf(valueMinor, value));
          expect(parts.every((part) => part >= 0)).toBe(true);
          expect(sumMinor(splitSale(basis({ shares }), valueMinor))).toBe(valueMinor);
        },
      ),
    );
  });
});

describe('mergeShares', () => {
  it('makes one share of two of one affiliate, because a conversion earns each one commission', () => {
    const merged = mergeShares([share('anna', 3), share('bela', 5), share('anna', 2)]);
    expect(merged.map(({ affiliateId, weight }) => [affiliateId, weight])).toEqual([
      ['anna', 5],
      ['bela', 5],
    ]);
  });
});
