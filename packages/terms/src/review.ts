import type { ConversionSource, UnpayableReason } from '@tributary/contracts';

/** What decides whether a person reviews a conversion; what is not known yet is left out. */
export interface ReviewFacts {
  readonly source: ConversionSource;
  /** What intake found wrong with the order's click. */
  readonly flags?: readonly string[];
  readonly unpayableReason?: UnpayableReason | null;
  readonly score?: {
    readonly fraudScore: number;
    /** A higher score needs a review. */
    readonly reviewThreshold: number;
  };
}

/** A pixel's request carries no signature, so any visitor can forge one. */
const isUnsigned = ({ source }: ReviewFacts): boolean => source === 'pixel';

/** Whether a person reviews the conversion before it earns. */
export function requiresReview(facts: ReviewFacts): boolean {
  const { flags = [], unpayableReason = null, score } = facts;
  if (score !== undefined && score.fraudScore > score.reviewThreshold) return true;
  return flags.length > 0 || unpayableReason !== null || isUnsigned(facts);
}
