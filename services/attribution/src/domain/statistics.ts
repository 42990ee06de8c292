/** A share from 0 to 1 as text. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const PSEUDO_COUNT = 10;

/** A share shrunk towards the usual one, which counts as much as ten observations. */
export const shrunkShare = (part: number, whole: number, usual: number): number =>
  (part + usual * PSEUDO_COUNT) / (whole + PSEUDO_COUNT);

/** One-sided confidence of 99 %. */
const CONFIDENCE_Z = 2.326;

/**
 * The lower bound of a share with a confidence of 99 %, of which `part` of `whole` was observed: Wilson's
 * interval (E. B. Wilson, JASA 22, 1927, p. 209; Brown, Cai and DasGupta, Statistical Science 16, 2001,
 * recommend it for few observations).
 */
export function wilsonLowerBound(part: number, whole: number): number {
  if (whole === 0) return 0;
  const square = CONFIDENCE_Z ** 2;
  const share = Math.min(part, whole) / whole;
  const spread = Math.sqrt((share * (1 - share)) / whole + square / (4 * whole ** 2));
  const least = (share + square / (2 * whole) - CONFIDENCE_Z * spread) / (1 + square / whole);
  return Math.max(0, least);
}
