import type { ConversionSource, UnpayableReason } from '@tributary/contracts';

/** What decides whether a conversion is marked for review; what is not known yet is left out. */
export interface ReviewFacts {
  readonly source: ConversionSource;
  readonly unpayableReason?: UnpayableReason | null;
  readonly score?: {
    readonly fraudScore: number;
    /** A higher score marks the conversion. */
    readonly reviewThreshold: number;
  };
}

/** A pixel's request carries no signature, so any visitor can forge one. */
const isUnsigned = ({ source }: ReviewFacts): boolean => source === 'pixel';

/**
 * Whether the conversion is marked for review. The brand approves every conversion; a marked one needs a closer
 * look, and counts against no cap or budget before.
 */
export function requiresReview(facts: ReviewFacts): boolean {
  const { unpayableReason = null, score } = facts;
  if (score !== undefined && score.fraudScore > score.reviewThreshold) return true;
  return unpayableReason !== null || isUnsigned(facts);
}
