import { type DomainEvent } from '@tributary/contracts';
import { type Conversion, type Review } from './conversion.ts';
import { decideReview } from './review.ts';

/** Explains the rejection to the brand and the affiliate. */
const NOTES = 'The shop itself reported this order; this report of the pixel does not count.';

export interface Displacement {
  readonly displaced: Conversion;
  /** Absent where it was rejected or reversed before. */
  readonly event?: DomainEvent;
}

/**
 * Rejects a conversion that only the pixel reported, where the shop's report of the order replaces another one: a
 * stranger may have taken the order's two ids by two calls. Its order id becomes one that no shop uses.
 */
export function decideDisplacement(conversion: Conversion, now: Date): Displacement {
  const { id, brandId } = conversion;
  const freed = { orderId: `pixel:${id}`, transactionId: null };
  if (conversion.status === 'reversed') return { displaced: { ...conversion, ...freed } };
  const review: Review = {
    decision: 'rejected',
    notes: NOTES,
    reviewedBy: brandId,
    reviewedAt: now,
    superseded: true,
  };
  const { reviewed, event } = decideReview(conversion, review);
  const displaced = { ...reviewed, ...freed };
  return event === undefined ? { displaced } : { displaced, event };
}
