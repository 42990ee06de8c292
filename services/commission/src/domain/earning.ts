import type { AttributionShare, CommissionTerms } from '@tributary/contracts';
import {
  allocateLargestRemainder,
  effectivePercent,
  exactPercentOf,
  multiply,
  parseAmount,
  parseRational,
  type Rational,
  rational,
  splitExact,
} from '@tributary/money';
import type { FrozenTier } from './tier.ts';

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
  /** How many of what the terms pay for: clicks of a batch; 1 where it is left out. */
  readonly units?: number;
  /** For how many of them the fixed amount is: 1,000 impressions; 1 where it is left out. */
  readonly unitsPer?: number;
  /** The tier of each affiliate who has one, by id. */
  readonly tiers?: Readonly<Record<string, FrozenTier>>;
}

const bonusOf = ({ tiers }: Pick<EarningBasis, 'tiers'>, affiliateId: string): string =>
  tiers?.[affiliateId]?.bonusPercent ?? '0';

const SHORTEST_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** What an affiliate's tier makes of the campaign's rate: percent, or major units of a fixed amount. */
export function effectiveRate(
  basis: Pick<EarningBasis, 'terms' | 'tiers'>,
  affiliateId: string,
): string {
  const { value } = basis.terms;
  const bonus = bonusOf(basis, affiliateId);
  // Most have no tier, and a rate without a bonus is as it is: an audit computes millions.
  return bonus === '0' && SHORTEST_DECIMAL.test(value) ? value : effectivePercent(value, bonus);
}

const isFixed = ({ namedMinor, terms }: EarningBasis): boolean =>
  namedMinor === null && terms.type === 'fixed';

/** A percentage is earned in the order's currency, a fixed amount in the campaign's. */
export const earningCurrency = (basis: EarningBasis): string =>
  isFixed(basis) ? basis.terms.currency : basis.currency;

/** What one affiliate would earn alone, exactly, when refunds have left `remainingMinor` of the value. */
function exactAlone(basis: EarningBasis, remainingMinor: number, affiliateId: string): Rational {
  const { valueMinor, terms, namedMinor } = basis;
  const isNamed = namedMinor !== null;
  if (!isNamed && terms.type === 'percentage') {
    return exactPercentOf(remainingMinor, effectiveRate(basis, affiliateId));
  }
  const whole = isNamed
    ? Math.min(namedMinor, valueMinor)
    : parseAmount(terms.value, terms.currency);
  // What the shop names is meant as it is.
  const bonus = isNamed ? rational(1) : oneMore(bonusOf(basis, affiliateId));
  // A lead has no value that a refund could lower.
  const left = valueMinor === 0 ? rational(1) : rational(remainingMinor, valueMinor);
  const times = rational(basis.units ?? 1, basis.unitsPer ?? 1);
  return multiply(multiply(rational(whole), bonus), multiply(left, times));
}

/** 1 + a percentage. */
function oneMore(percent: string): Rational {
  const { numerator, denominator } = parseRational(percent);
  return rational(100n * denominator + numerator, 100n * denominator);
}

/** Each share's exact part: its weight times what its affiliate would earn alone. */
export function exactParts(
  basis: EarningBasis,
  remainingMinor: number,
  isCounted: (share: AttributionShare) => boolean = () => true,
): readonly Rational[] {
  const weightSum = totalWeight(basis.shares);
  if (weightSum === 0n) return basis.shares.filter(isCounted).map(() => rational(0));
  return basis.shares.filter(isCounted).map(({ affiliateId, weight }) => {
    const alone = exactAlone(basis, remainingMinor, affiliateId);
    return BigInt(weight) === weightSum ? alone : multiply(alone, rational(weight, weightSum));
  });
}

/**
 * What each share earns on what refunds have left of the order: its exact part, the sum rounded
 * half-even once, the minor units handed out by largest remainder (ties to the share named first).
 * @param remainingMinor what is left of the order's value, minor units
 */
export function earn(basis: EarningBasis, remainingMinor: number): readonly number[] {
  return splitExact(exactParts(basis, remainingMinor)).partsMinor;
}

/** The rounded sum of what `affiliateIds` earn together on `remainingMinor`; minor units. */
export function earnTogether(
  basis: EarningBasis,
  remainingMinor: number,
  affiliateIds: ReadonlySet<string>,
): number {
  const isCounted = ({ affiliateId }: AttributionShare): boolean => affiliateIds.has(affiliateId);
  return splitExact(exactParts(basis, remainingMinor, isCounted)).totalMinor;
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
