import type { CommissionTerms } from '@tributary/contracts';
import { rational, sumMinor } from '@tributary/money';
import {
  type CommissionBasis,
  commissionAmounts,
  commissionCurrency,
  commissionOf,
  commissionTotal,
  effectiveRate,
  exactCommissions,
  remainingValue,
  splitSale,
} from './commission.ts';
import { creditedShares, mergeShares, type WeightedShare } from './shares.ts';

const share = (affiliateId: string, weight = 1): WeightedShare => ({ affiliateId, weight });
const tenPercent: CommissionTerms = {
  type: 'percentage',
  value: '10',
  currency: 'USD',
  holdDays: 0,
};
const fixed = (value: string, currency = 'USD'): CommissionTerms => ({
  ...{ type: 'fixed', value, currency, holdDays: 0 },
});
const basis = (given: Partial<CommissionBasis> = {}): CommissionBasis => ({
  valueMinor: 10_000,
  currency: 'USD',
  terms: tenPercent,
  namedMinor: null,
  shares: [share('anna')],
  ...given,
});
const three = ['anna', 'bela', 'cleo'].map((affiliateId) => share(affiliateId));
const tiers = { bela: { bonusPercent: '5' } };

describe('a percentage', () => {
  it('gives the odd cent of three equal shares to the first', () => {
    expect(commissionAmounts(basis({ shares: three }), 10_000)).toEqual([334, 333, 333]);
  });

  it('is raised by each affiliate’s bonus, and the sum is rounded once', () => {
    // 3.333… + 3.5 + 3.333… = 10.166…, rounded to 10.17: the odd cent goes to the largest remainder.
    expect(commissionAmounts(basis({ shares: three, tiers }), 10_000)).toEqual([334, 350, 333]);
    expect(effectiveRate({ terms: tenPercent, tiers }, 'bela')).toBe('10.5');
  });

  it('rounds half to even', () => {
    expect(commissionAmounts(basis({ valueMinor: 25 }), 25)).toEqual([2]);
    expect(commissionAmounts(basis({ valueMinor: 35 }), 35)).toEqual([4]);
  });

  it('is earned in the order’s currency', () => {
    expect(commissionCurrency(basis({ currency: 'JPY' }))).toBe('JPY');
  });
});

describe('a fixed amount', () => {
  it('is earned in the campaign’s currency, whatever the order’s', () => {
    const inEuros = basis({ terms: fixed('3.50', 'EUR'), currency: 'JPY', valueMinor: 8_000 });
    expect(commissionAmounts(inEuros, 8_000)).toEqual([350]);
    expect(commissionCurrency(inEuros)).toBe('EUR');
  });

  it('is raised by the tier’s bonus', () => {
    const raised = basis({ shares: [share('bela')], tiers, terms: fixed('3.50') });
    expect(commissionAmounts(raised, 10_000)).toEqual([368]);
  });

  it('shrinks with the order’s remaining value, but a lead has no value to shrink', () => {
    expect(commissionAmounts(basis({ terms: fixed('5') }), 2_500)).toEqual([125]);
    expect(commissionAmounts(basis({ terms: fixed('5'), valueMinor: 0 }), 0)).toEqual([500]);
  });

  it('is paid for each click of a batch, and for each thousand impressions', () => {
    const clicks = basis({ valueMinor: 0, terms: fixed('0.15'), units: 7 });
    expect(commissionAmounts(clicks, 0)).toEqual([105]);
    const impression = basis({ valueMinor: 0, terms: fixed('2.00'), unitsPer: 1_000 });
    expect(exactCommissions(impression, 0)).toEqual([rational(1, 5)]);
  });
});

describe('a commission that the shop names', () => {
  it('is paid as named: no tier raises it, and refunds lower it in proportion', () => {
    const named = basis({ shares: [share('bela')], tiers, namedMinor: 700 });
    expect(commissionAmounts(named, 10_000)).toEqual([700]);
    expect(commissionAmounts(named, 2_500)).toEqual([175]);
    expect(commissionCurrency(basis({ namedMinor: 700, terms: fixed('1', 'EUR') }))).toBe('USD');
  });
});

/** Tracking's two copies and commission's one gave different amounts here; the contract decides. */
describe('where the copies of the rule differed', () => {
  it('bounds a named amount by the order’s value, because an event’s namedCommissionMinor is declared so', () => {
    expect(commissionAmounts(basis({ namedMinor: 99_999 }), 10_000)).toEqual([10_000]);
    expect(commissionAmounts(basis({ namedMinor: 99_999 }), 2_500)).toEqual([2_500]);
  });

  it('pays nothing of a named amount on an order without a value, because the bound is 0', () => {
    expect(commissionAmounts(basis({ namedMinor: 500, valueMinor: 0 }), 0)).toEqual([0]);
  });

  it('pays nothing without shares, because only a credited affiliate gets a commission', () => {
    const uncredited = basis({ shares: creditedShares([], null) });
    expect(commissionAmounts(uncredited, 10_000)).toEqual([]);
    expect(commissionTotal(uncredited, 10_000)).toBe(0);
    expect(commissionOf(uncredited, 10_000, 'anna')).toBe(0);
  });

  it('pays nothing where all weights are 0, because a share of no weight is no credit', () => {
    const weightless = basis({ shares: [share('anna', 0), share('bela', 0)] });
    expect(commissionAmounts(weightless, 10_000)).toEqual([0, 0]);
    expect(splitSale(weightless, 10_000)).toEqual([0, 0]);
  });

  it('expects the whole for the click’s affiliate until an assessment brings shares', () => {
    const shares = creditedShares([], 'anna');
    expect(commissionTotal(basis({ shares }), 10_000)).toBe(1_000);
    expect(creditedShares(three, 'anna')).toBe(three);
  });

  it('rounds an affiliate with two shares as one, because a conversion earns each affiliate one commission', () => {
    const twice = [share('anna'), share('bela'), share('anna')];
    const two = basis({ valueMinor: 50, shares: twice });
    // 5 cents: anna's 3.33 and bela's 1.67, not 1.67 three times.
    expect(['anna', 'bela'].map((id) => commissionOf(two, 50, id))).toEqual([3, 2]);
    const attributed = twice.map((one) => ({ ...one, clickId: null, linkId: null, valueMinor: 4 }));
    expect(mergeShares(attributed)).toMatchObject([
      { affiliateId: 'anna', weight: 2, valueMinor: 8 },
      { affiliateId: 'bela', weight: 1, valueMinor: 4 },
    ]);
  });

  it('leaves nothing, not less than nothing, where refunds exceed the order’s value', () => {
    expect(remainingValue(10_000, 12_000)).toBe(0);
    expect(commissionTotal(basis(), remainingValue(10_000, 12_000))).toBe(0);
  });

  it('computes exactly where doubles are off by a cent, because a budget is counted in what is paid', () => {
    const total = (value: string, valueMinor: number): number =>
      commissionTotal(basis({ terms: { ...tenPercent, value }, valueMinor }), valueMinor);
    // Exactly 16.5 and 61.5, each rounded to the even one; in doubles 17 and 61.
    expect(total('1.1', 1_500)).toBe(16);
    expect(total('8.2', 750)).toBe(62);
  });

  it('counts the tier’s bonus in the expected amount, because the booked commission has it', () => {
    const raised = basis({ shares: creditedShares([], 'bela'), tiers });
    expect(commissionOf(raised, 10_000, 'bela')).toBe(1_050);
    expect(sumMinor(commissionAmounts(raised, 10_000))).toBe(1_050);
  });
});
