/** An exact number: money times rates and shares stays one of these until it is rounded, once. */
export type Rational = Readonly<{ numerator: bigint; denominator: bigint }>;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Longer decimals are mistakes or attacks; the largest sensible rate has far fewer digits. */
const MAX_DECIMAL_LENGTH = 64;

/** @throws RangeError where the denominator is zero */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const divisor = BigInt(denominator);
  if (divisor === 0n) throw new RangeError('A denominator must not be zero.');
  const sign = divisor < 0n ? -1n : 1n;
  return { numerator: BigInt(numerator) * sign, denominator: divisor * sign };
}

/**
 * The exact value of a plain decimal such as `12.5` or `0.000125`: no exponent, no sign but `-`.
 * @throws RangeError where the text is not such a decimal
 */
export function parseRational(decimal: string): Rational {
  const match = decimal.length <= MAX_DECIMAL_LENGTH ? DECIMAL.exec(decimal) : null;
  if (!match) throw new RangeError('Not a plain decimal number.');
  const [, sign = '', whole = '', fraction = ''] = match;
  return rational(BigInt(`${sign}${whole}${fraction}`), 10n ** BigInt(fraction.length));
}

export function multiply(a: Rational, b: Rational): Rational {
  return reduce(a.numerator * b.numerator, a.denominator * b.denominator);
}

export function add(a: Rational, b: Rational): Rational {
  return reduce(
    a.numerator * b.denominator + b.numerator * a.denominator,
    a.denominator * b.denominator,
  );
}

/** Rounds numerator / denominator to the nearest integer; an exact half goes to the even one. */
export function roundHalfEven(numerator: bigint, denominator: bigint): bigint {
  const exact = rational(numerator, denominator);
  const floor = floorOf(exact);
  const twiceRest = 2n * (exact.numerator - floor * exact.denominator);
  if (twiceRest < exact.denominator) return floor;
  if (twiceRest > exact.denominator) return floor + 1n;
  return floor % 2n === 0n ? floor : floor + 1n;
}

/** The largest integer that is not above the value: BigInt division alone cuts towards zero. */
export function floorOf({ numerator, denominator }: Rational): bigint {
  const cut = numerator / denominator;
  return numerator < 0n && cut * denominator !== numerator ? cut - 1n : cut;
}

/** A rounded result as minor units. @throws RangeError where it is beyond the safe integers */
export function toMinor(value: bigint): number {
  const minor = Number(value);
  if (!Number.isSafeInteger(minor)) throw new RangeError('An amount is beyond safe integers.');
  return minor;
}

function reduce(numerator: bigint, denominator: bigint): Rational {
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a < 0n ? -a : a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
