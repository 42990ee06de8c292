import type { AttributionShare, CommissionTerms } from '@tributary/contracts';
import {
  allocateLargestRemainder,
  exactPercentOf,
  multiply,
  parseAmount,
  type Rational,
  rational,
  splitExact,
} from '@tributary/money';

/** What a conversion earns by; frozen with it, so that every amount can be computed again. */
export interface EarningBasis {
  /** The order's value as reported, minor units of `currency`. */
  readonly valueMinor: number;
  readonly currency: string;
  readonly terms: CommissionTerms;
  /** A commission the shop named itself, minor units of `currency`. */
  readonly namedMinor: number | null;
  /** One per affiliate, largest first. */
  readonly shares: readonly AttributionShare[];
}

const isFixed = ({ namedMinor, terms }: EarningBasis): boolean =>
  namedMinor === null && terms.type === 'fixed';

/** A percentage is earned in the order's currency, a fixed amount in the campaign's. */
export const earningCurrency = (basis: EarningBasis): string =>
  isFixed(basis) ? basis.terms.currency : basis.currency;

/** The exact commission of all shares together when refunds have left `remainingMinor` of the value. */
function exactWhole(basis: EarningBasis, remainingMinor: number): Rational {
  const { valueMinor, terms, namedMinor } = basis;
  if (namedMinor === null && terms.type === 'percentage') {
    return exactPercentOf(remainingMinor, terms.value);
  }
  const whole =
    namedMinor === null
      ? parseAmount(terms.value, terms.currency)
      : Math.min(namedMinor, valueMinor);
  // A lead has no value that a refund could lower.
  const left = valueMinor === 0 ? rational(1) : rational(remainingMinor, valueMinor);
  return multiply(rational(whole), left);
}

/**
 * What each share earns on what refunds have left of the order: its exact part, the sum rounded
 * half-even once, the minor units handed out by largest remainder (ties to the share named first).
 * @param remainingMinor what is left of the order's value, minor units
 */
export function earn(basis: EarningBasis, remainingMinor: number): readonly number[] {
  const weightSum = totalWeight(basis.shares);
  if (weightSum === 0n) return basis.shares.map(() => 0);
  const whole = exactWhole(basis, remainingMinor);
  const parts = basis.shares.map(({ weight }) => multiply(whole, rational(weight, weightSum)));
  return splitExact(parts).partsMinor;
}

/** The rounded sum of what `affiliateIds` earn together on `remainingMinor`; minor units. */
export function earnTogether(
  basis: EarningBasis,
  remainingMinor: number,
  affiliateIds: ReadonlySet<string>,
): number {
  const weightSum = totalWeight(basis.shares);
  if (weightSum === 0n) return 0;
  const whole = exactWhole(basis, remainingMinor);
  const parts = basis.shares
    .filter(({ affiliateId }) => affiliateIds.has(affiliateId))
    .map(({ weight }) => multiply(whole, rational(weight, weightSum)));
  return splitExact(parts).totalMinor;
}

/** The part of what is left of the order that each share stands for; the parts sum to it. */
export const splitSale = (basis: EarningBasis, remainingMinor: number): readonly number[] =>
  totalWeight(basis.shares) === 0n
    ? basis.shares.map(() => 0)
    : allocateLargestRemainder(
        remainingMinor,
        basis.shares.map(({ weight }) => weight),
      );

/** One share per affiliate, in the order given: somebody credited twice earns one commission. */
export function mergeShares(shares: readonly AttributionShare[]): readonly AttributionShare[] {
  const merged = new Map<string, AttributionShare>();
  for (const share of shares) {
    const earlier = merged.get(share.affiliateId);
    merged.set(
      share.affiliateId,
      earlier === undefined
        ? share
        : {
            ...earlier,
            weight: earlier.weight + share.weight,
            valueMinor: earlier.valueMinor + share.valueMinor,
          },
    );
  }
  return [...merged.values()];
}

const totalWeight = (shares: readonly AttributionShare[]): bigint =>
  shares.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
