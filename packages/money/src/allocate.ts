import { assertMinor } from './money.ts';
import { add, floorOf, rational, roundHalfEven, toMinor } from './rational.ts';
import type { Rational } from './rational.ts';

/** Weights that are fractions become integers at this scale, so that every split is exact. */
const WEIGHT_SCALE = 1e12;

/**
 * Converts fractional weights (shares of an attribution model) to the integers that a split needs.
 */
export function toIntegerWeights(weights: readonly number[]): bigint[] {
  return weights.map((weight) => {
    const scaled = Math.round(weight * WEIGHT_SCALE);
    if (!Number.isFinite(scaled) || scaled < 0) throw new RangeError('A weight must be positive.');
    return BigInt(scaled);
  });
}

/**
 * Splits a total by weights so that the parts sum to it exactly: each part gets its quota rounded
 * down, and what is left goes, one minor unit each, to the largest remainders.
 *
 * To split a refund so that no part falls below zero, let the weights be what is left of each part.
 * @param weights not negative, integers; their sum positive unless the total is zero
 * @param tieRanks who comes first among equal remainders, lowest rank first (the most recent touch
 *   is 0); by default the order given. With ranks the order of the input does not matter.
 * @throws RangeError where the total is negative or the weights cannot carry it
 */
export function allocateLargestRemainder(
  totalMinor: number,
  weights: readonly bigint[] | readonly number[],
  tieRanks?: readonly number[],
): number[] {
  assertNotNegative(totalMinor);
  const integers = weights.map((weight) => BigInt(weight));
  if (integers.some((weight) => weight < 0n)) throw new RangeError('A weight is negative.');
  const sum = integers.reduce((left, right) => left + right, 0n);
  if (sum === 0n) return allocateNothing(totalMinor, integers.length);
  const quotas = integers.map((weight) => rational(BigInt(totalMinor) * weight, sum));
  return handOut(BigInt(totalMinor), quotas, tieRanks);
}

/**
 * Rounds the sum of exact parts half-even, once, and splits it among them: each part rounded down,
 * the rest to the largest remainders. 100.00 at 10 % among three is 3.34, 3.33, 3.33.
 * @param exactParts not negative, in minor units (`exactPercentOf` times a share)
 * @param tieRanks as in `allocateLargestRemainder`
 */
export function splitExact(
  exactParts: readonly Rational[],
  tieRanks?: readonly number[],
): Readonly<{ totalMinor: number; partsMinor: number[] }> {
  if (exactParts.some((part) => part.numerator < 0n)) throw new RangeError('A part is negative.');
  const sum = exactParts.reduce(add, rational(0n));
  const total = roundHalfEven(sum.numerator, sum.denominator);
  return { totalMinor: toMinor(total), partsMinor: handOut(total, exactParts, tieRanks) };
}

function handOut(
  total: bigint,
  quotas: readonly Rational[],
  tieRanks: readonly number[] = [...quotas.keys()],
): number[] {
  if (tieRanks.length !== quotas.length) throw new RangeError('Each part needs its tie rank.');
  const ranked = quotas.map((quota, index) => {
    const floor = floorOf(quota);
    const rest = rational(quota.numerator - floor * quota.denominator, quota.denominator);
    return { index, floor, rest, rank: tieRanks[index] ?? index };
  });
  const left = total - ranked.reduce((sum, { floor }) => sum + floor, 0n);
  const parts = ranked.map(({ floor }) => floor);
  const byRemainder = ranked.sort((a, b) => compare(b.rest, a.rest) || a.rank - b.rank);
  for (const { index, floor } of byRemainder.slice(0, Number(left))) parts[index] = floor + 1n;
  return parts.map(toMinor);
}

function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  if (difference === 0n) return 0;
  return difference > 0n ? 1 : -1;
}

function allocateNothing(totalMinor: number, count: number): number[] {
  if (totalMinor !== 0) throw new RangeError('Weights that sum to zero carry no amount.');
  return Array.from({ length: count }, () => 0);
}

function assertNotNegative(totalMinor: number): void {
  assertMinor(totalMinor);
  if (totalMinor < 0) throw new RangeError('A negative amount cannot be split.');
}
