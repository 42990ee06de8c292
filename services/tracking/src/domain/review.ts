import {
  conversionApproved,
  conversionRejected,
  type DomainEvent,
  type ReviewedConversion,
  type UnpayableReason,
} from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { type Conversion, type Review, snapshotOf } from './conversion.ts';

export interface ReviewOutcome {
  readonly reviewed: Conversion;
  /** Absent for a repeated decision. */
  readonly event?: DomainEvent<ReviewedConversion>;
}

/** The result of a review for one conversion. */
export interface ReviewedItem {
  readonly id: string;
  readonly status: Conversion['status'];
  readonly commissionCreated: boolean;
}

/** A reviewed conversion in the form of its events and of commission's rpc. */
export const reviewedSnapshot = (conversion: Conversion, review: Review): ReviewedConversion => ({
  ...snapshotOf(conversion),
  shares: [...conversion.shares],
  fraudScore: conversion.fraudScore,
  requiresReview: conversion.requiresReview,
  reviewedBy: review.reviewedBy,
  reviewedAt: review.reviewedAt.toISOString(),
  notes: review.notes,
  ...(review.reason === undefined ? {} : { reason: review.reason }),
  ...(review.superseded === true ? { superseded: true } : {}),
});

const AFFILIATE_SUSPENDED = 'affiliate_suspended' satisfies UnpayableReason;

/**
 * @throws conflict affiliate_suspended for the approval of an order that a suspended affiliate referred, also after
 * the reinstatement
 */
export function requireApprovable({ id, unpayableReason }: Conversion): void {
  if (unpayableReason !== AFFILIATE_SUSPENDED) return;
  throw conflict(AFFILIATE_SUSPENDED, {
    message: 'The affiliate was suspended at the time of the order, so it earns nothing',
    details: { conversion_id: id },
  });
}

/**
 * Applies a brand's decision. It is final, because a commission may already have been paid on it; a
 * repeated decision changes nothing.
 * @throws conflict already_reviewed
 */
export function decideReview(conversion: Conversion, review: Review): ReviewOutcome {
  const { id, status } = conversion;
  if (status === review.decision) return { reviewed: conversion };
  if (status !== 'pending') {
    throw conflict('already_reviewed', {
      message: `The conversion is ${status} already`,
      details: { conversion_id: id, status },
    });
  }
  const reviewed: Conversion = { ...conversion, status: review.decision, review };
  const createEvent = review.decision === 'approved' ? conversionApproved : conversionRejected;
  return { reviewed, event: createEvent(reviewedSnapshot(reviewed, review)) };
}
