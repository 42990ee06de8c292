import type { CommissionTerms } from '@tributary/contracts';
import { add, percentOf, rational, roundHalfEven, sumMinor, toMinor } from '@tributary/money';
import fc from 'fast-check';
import {
  type CommissionBasis,
  commissionAmounts,
  commissionOf,
  commissionTotal,
  exactCommissions,
  splitSale,
} from './commission.ts';
import { mergeWeights } from './shares.ts';

const affiliates = ['anna', 'bela', 'cleo', 'dora'];

const decimalText = (maxHundredths: number) =>
  fc.integer({ min: 0, max: maxHundredths }).map((hundredths) => (hundredths / 100).toFixed(2));

const anyTerms: fc.Arbitrary<CommissionTerms> = fc.oneof(
  decimalText(10_000).map((value): CommissionTerms => ({
    ...{ type: 'percentage', value, currency: 'USD', holdDays: 0 },
  })),
  decimalText(100_000).map((value): CommissionTerms => ({
    ...{ type: 'fixed', value, currency: 'EUR', holdDays: 0 },
  })),
);

const anyShares = fc.array(
  fc.record({
    affiliateId: fc.constantFrom(...affiliates),
    weight: fc.nat(1_000_000_000_000),
  }),
  { maxLength: 5 },
);

const anyTiers = fc.dictionary(
  fc.constantFrom(...affiliates),
  fc.record({ bonusPercent: decimalText(5_000) }),
);

/** A basis, and what refunds have left of the order's value. */
const anyCase = fc
  .record({
    valueMinor: fc.oneof(fc.constant(0), fc.nat(100_000_000)),
    terms: anyTerms,
    namedMinor: fc.option(fc.nat(200_000_000)),
    shares: anyShares,
    tiers: anyTiers,
    units: fc.integer({ min: 1, max: 1_000 }),
    unitsPer: fc.constantFrom(1, 1_000),
    left: fc.nat(1_000),
  })
  .map(({ left, ...rest }): readonly [CommissionBasis, number] => [
    { ...rest, currency: 'USD' },
    Number((BigInt(rest.valueMinor) * BigInt(left)) / 1_000n),
  ]);

const always = (check: (basis: CommissionBasis, remainingMinor: number) => void): void => {
  fc.assert(fc.property(anyCase, ([basis, remainingMinor]) => check(basis, remainingMinor)));
};

const isSingleUnit = ({ units = 1, unitsPer = 1 }: CommissionBasis): boolean => units <= unitsPer;

describe('the commission of any conversion under any terms', () => {
  it('splits into amounts that sum to the exact sum, rounded half-even once', () => {
    always((basis, remainingMinor) => {
      const { numerator, denominator } = exactCommissions(basis, remainingMinor).reduce(
        add,
        rational(0),
      );
      const rounded = toMinor(roundHalfEven(numerator, denominator));
      expect(sumMinor(commissionAmounts(basis, remainingMinor))).toBe(rounded);
      expect(commissionTotal(basis, remainingMinor)).toBe(rounded);
    });
  });

  it('gives each share less than one minor unit more or less than its exact part, never below 0', () => {
    always((basis, remainingMinor) => {
      const exact = exactCommissions(basis, remainingMinor);
      commissionAmounts(basis, remainingMinor).forEach((amount, index) => {
        const { numerator, denominator } = exact[index]!;
        const difference = BigInt(amount) * denominator - numerator;
        expect(difference < denominator && -difference < denominator).toBe(true);
        expect(amount).toBeGreaterThanOrEqual(0);
      });
    });
  });

  it('is the same for each affiliate whether credited once or by several shares', () => {
    always((basis, remainingMinor) => {
      const merged = { ...basis, shares: mergeWeights(basis.shares) };
      const booked = commissionAmounts(merged, remainingMinor);
      const expected = merged.shares.map(({ affiliateId }) =>
        commissionOf(basis, remainingMinor, affiliateId),
      );
      expect(expected).toEqual(booked);
      expect(commissionTotal(basis, remainingMinor)).toBe(sumMinor(booked));
    });
  });

  it('depends on the ratio of the weights alone', () => {
    always((basis, remainingMinor) => {
      const shares = basis.shares.map((one) => ({ ...one, weight: one.weight * 3 }));
      expect(commissionAmounts({ ...basis, shares }, remainingMinor)).toEqual(
        commissionAmounts(basis, remainingMinor),
      );
    });
  });

  it('never grows by a refund, and is 0 once nothing is left of an order with a value', () => {
    always((basis, remainingMinor) => {
      const whole = commissionTotal(basis, basis.valueMinor);
      expect(commissionTotal(basis, remainingMinor)).toBeLessThanOrEqual(whole);
      if (basis.valueMinor > 0) expect(commissionTotal(basis, 0)).toBe(0);
    });
  });

  it('never exceeds the order’s value where the shop named it, or where a percentage has no bonus', () => {
    always(({ tiers: _tiers, ...basis }, remainingMinor) => {
      const isBounded = basis.namedMinor !== null || basis.terms.type === 'percentage';
      if (!isBounded || !isSingleUnit(basis)) return;
      expect(commissionTotal(basis, remainingMinor)).toBeLessThanOrEqual(remainingMinor);
    });
  });

  it('is the plain percentage of the value for a sole affiliate without a bonus', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), decimalText(10_000), (valueMinor, value) => {
        const terms: CommissionTerms = { type: 'percentage', value, currency: 'USD', holdDays: 0 };
        const shares = [{ affiliateId: 'anna', weight: 1 }];
        const sole = { valueMinor, currency: 'USD', terms, namedMinor: null, shares };
        expect(commissionAmounts(sole, valueMinor)).toEqual([percentOf(valueMinor, value)]);
      }),
    );
  });
});

describe('the sale behind each share', () => {
  it('sums to the remaining value wherever somebody is credited', () => {
    always((basis, remainingMinor) => {
      const isCredited = basis.shares.some(({ weight }) => weight > 0);
      expect(sumMinor(splitSale(basis, remainingMinor))).toBe(isCredited ? remainingMinor : 0);
    });
  });
});
