import { type DomainEvent } from '@tributary/contracts';
import { type Conversion, type Review } from './conversion.ts';
import { decideReview } from './review.ts';

/** Explains the rejection to the brand and the affiliate. */
const NOTES = 'The shop itself reported this order; the report of the pixel does not count.';

export interface Displacement {
  readonly displaced: Conversion;
  /** Absent where it was rejected before. */
  readonly event?: DomainEvent;
}

/**
 * Rejects a conversion that only the pixel reported, and frees its order for the shop's own report. Its own order
 * id becomes one that no shop uses.
 */
export function decideDisplacement(conversion: Conversion, now: Date): Displacement {
  const { id, brandId } = conversion;
  const review: Review = {
    decision: 'rejected',
    notes: NOTES,
    reviewedBy: brandId,
    reviewedAt: now,
    superseded: true,
  };
  const { reviewed, event } = decideReview(conversion, review);
  const displaced = { ...reviewed, orderId: `pixel:${id}`, transactionId: null };
  return event === undefined ? { displaced } : { displaced, event };
}
