import type { CommissionTerms } from '@tributary/contracts';
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
import { mergeWeights, totalWeight, type WeightedShare } from './shares.ts';

/** Everything that a conversion's commission depends on; frozen with it, so that every amount can be recomputed. */
export interface CommissionBasis {
  /** The order's value as reported, minor units of `currency`. */
  readonly valueMinor: number;
  readonly currency: string;
  readonly terms: CommissionTerms;
  /** A commission that the shop named, minor units of `currency`. */
  readonly namedMinor: number | null;
  readonly shares: readonly WeightedShare[];
  /** How many clicks or impressions the conversion stands for; 1 by default. */
  readonly units?: number;
  /** How many units the fixed amount pays for: 1,000 impressions; 1 by default. */
  readonly unitsPer?: number;
  /** By affiliate; an affiliate without a tier has no bonus. */
  readonly tiers?: Readonly<Record<string, { readonly bonusPercent: string }>>;
}

type Rates = Pick<CommissionBasis, 'terms' | 'tiers'>;

const bonusOf = ({ tiers }: Rates, affiliateId: string): string =>
  tiers?.[affiliateId]?.bonusPercent ?? '0';

const SHORTEST_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** The campaign's rate with the affiliate's bonus: percent, or major units of a fixed amount. */
export function effectiveRate(rates: Rates, affiliateId: string): string {
  const { value } = rates.terms;
  const bonus = bonusOf(rates, affiliateId);
  // Most affiliates have no bonus, and an audit computes millions of rates.
  return bonus === '0' && SHORTEST_DECIMAL.test(value) ? value : effectivePercent(value, bonus);
}

/** A fixed amount is earned in the campaign's currency, everything else in the order's. */
export const commissionCurrency = ({
  namedMinor,
  terms,
  currency,
}: Pick<CommissionBasis, 'namedMinor' | 'terms' | 'currency'>): string =>
  namedMinor === null && terms.type === 'fixed' ? terms.currency : currency;

/** What refunds have left of the order's value, minor units. */
export const remainingValue = (valueMinor: number, refundedMinor: number): number =>
  Math.max(0, valueMinor - refundedMinor);

/** What one affiliate would earn alone. */
function exactAlone(basis: CommissionBasis, remainingMinor: number, affiliateId: string): Rational {
  const { terms, namedMinor } = basis;
  if (namedMinor === null && terms.type === 'percentage') {
    return exactPercentOf(remainingMinor, effectiveRate(basis, affiliateId));
  }
  return multiply(
    wholeAmount(basis, affiliateId),
    multiply(leftOf(basis, remainingMinor), unitsOf(basis)),
  );
}

/** A named amount without a tier's bonus, or the fixed amount with it. */
function wholeAmount(basis: CommissionBasis, affiliateId: string): Rational {
  const { namedMinor, valueMinor, terms } = basis;
  if (namedMinor !== null) return rational(Math.min(namedMinor, valueMinor));
  const { numerator, denominator } = parseRational(bonusOf(basis, affiliateId));
  const factor = rational(100n * denominator + numerator, 100n * denominator);
  return multiply(rational(parseAmount(terms.value, terms.currency)), factor);
}

/** The fraction of the order that refunds have left; an order without a value stays whole. */
const leftOf = ({ valueMinor }: CommissionBasis, remainingMinor: number): Rational =>
  valueMinor === 0 ? rational(1) : rational(remainingMinor, valueMinor);

const unitsOf = ({ units = 1, unitsPer = 1 }: CommissionBasis): Rational =>
  rational(units, unitsPer);

/** Each share's exact commission in minor units: its weight times what its affiliate would earn alone. */
export function exactCommissions(
  basis: CommissionBasis,
  remainingMinor: number,
): readonly Rational[] {
  const weightSum = totalWeight(basis.shares);
  if (weightSum === 0n) return basis.shares.map(() => rational(0));
  return basis.shares.map(({ affiliateId, weight }) => {
    const alone = exactAlone(basis, remainingMinor, affiliateId);
    return BigInt(weight) === weightSum ? alone : multiply(alone, rational(weight, weightSum));
  });
}

/**
 * Each share's commission in minor units: the sum of the exact parts is rounded half-even once, and its minor units go
 * to the largest remainders, ties to the earlier share.
 * @param remainingMinor what refunds have left of the order's value
 */
export const commissionAmounts = (
  basis: CommissionBasis,
  remainingMinor: number,
): readonly number[] => splitExact(exactCommissions(basis, remainingMinor)).partsMinor;

/** The rounded sum of what all affiliates, or only `affiliateIds`, earn; minor units. */
export function commissionTotal(
  basis: CommissionBasis,
  remainingMinor: number,
  affiliateIds?: ReadonlySet<string>,
): number {
  const exact = exactCommissions(basis, remainingMinor);
  const isCounted = (index: number): boolean =>
    affiliateIds?.has(basis.shares[index]?.affiliateId ?? '') ?? true;
  return splitExact(exact.filter((_, index) => isCounted(index))).totalMinor;
}

/** What one affiliate earns, minor units; 0 without a share. */
export function commissionOf(
  basis: CommissionBasis,
  remainingMinor: number,
  affiliateId: string,
): number {
  const shares = mergeWeights(basis.shares);
  const amounts = commissionAmounts({ ...basis, shares }, remainingMinor);
  return amounts[shares.findIndex((share) => share.affiliateId === affiliateId)] ?? 0;
}

/** The part of the remaining value behind each share; the parts sum to it. */
export const splitSale = (
  { shares }: Pick<CommissionBasis, 'shares'>,
  remainingMinor: number,
): readonly number[] =>
  totalWeight(shares) === 0n
    ? shares.map(() => 0)
    : allocateLargestRemainder(
        remainingMinor,
        shares.map(({ weight }) => weight),
      );
