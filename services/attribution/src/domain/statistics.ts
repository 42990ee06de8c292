/** A share from 0 to 1 as text. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const PSEUDO_COUNT = 10;

/** A share shrunk towards the usual one, which counts as much as ten observations. */
export const shrunkShare = (part: number, whole: number, usual: number): number =>
  (part + usual * PSEUDO_COUNT) / (whole + PSEUDO_COUNT);

/** A share with its interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The interval of a share of which `part` of `whole` was observed (E. B. Wilson, JASA 22, 1927, p. 209; Brown, Cai and
 * DasGupta, Statistical Science 16, 2001, recommend it for few observations). Nothing observed: 0 to 1.
 * @param z how many standard errors it reaches to either side
 */
export function wilsonInterval(part: number, whole: number, z: number): Interval {
  if (whole === 0) return { low: 0, high: 1 };
  const square = z ** 2;
  const share = Math.min(part, whole) / whole;
  const spread = Math.sqrt((share * (1 - share)) / whole + square / (4 * whole ** 2));
  const middle = share + square / (2 * whole);
  const scale = 1 + square / whole;
  return {
    low: Math.max(0, (middle - z * spread) / scale),
    high: Math.min(1, (middle + z * spread) / scale),
  };
}

/** One-sided confidence of 99 %. */
const CONFIDENCE_Z = 2.326;

/** The lower bound of a share with a confidence of 99 %. */
export const wilsonLowerBound = (part: number, whole: number): number =>
  wilsonInterval(part, whole, CONFIDENCE_Z).low;
