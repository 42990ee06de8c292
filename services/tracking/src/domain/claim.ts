import {
  type CampaignSnapshot,
  CLAIM_EXPIRED,
  type ClaimAnswer,
  claimDecided,
  claimReceived,
  type ClaimReason,
  type ClaimRefusal,
  type ClaimSnapshot,
  type ClaimStatus,
  type DomainEvent,
} from '@tributary/contracts';
import { conflict, invalidFields } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { type Conversion } from './conversion.ts';
import { CLOCK_TOLERANCE_MS } from './intake.ts';

/** What shows that the customer came from the affiliate. */
export type ClaimEvidence =
  | { readonly by: 'link'; readonly linkId: string; readonly trackingCode: string }
  | { readonly by: 'click'; readonly clickId: string; readonly linkId: string }
  | { readonly by: 'coupon'; readonly couponCode: string };

/** An affiliate's claim that an order is missing, with its decision. */
export interface Claim {
  readonly id: string;
  readonly brandId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly orderId: string;
  readonly orderedAt: Date;
  /** What the affiliate knows of the order's value, minor units; null where it names none. */
  readonly valueMinor: number | null;
  readonly currency: string | null;
  readonly evidence: ClaimEvidence;
  /** The affiliate's note to the brand. */
  readonly note: string | null;
  readonly status: ClaimStatus;
  /** Null while it is open, and where it is accepted. */
  readonly reason: ClaimReason | null;
  /** The brand's words to the affiliate. */
  readonly notes: string | null;
  /** The conversion of the order; null where there is none. */
  readonly conversionId: string | null;
  readonly createdAt: Date;
  /** When it expires unless the brand decides. */
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
}

/** Orders older than this are claimed too late, days. */
export const CLAIM_WINDOW_DAYS = 90;

const claimSnapshotOf = (claim: Claim): ClaimSnapshot => ({
  claimId: claim.id,
  brandId: claim.brandId,
  campaignId: claim.campaignId,
  affiliateId: claim.affiliateId,
  orderId: claim.orderId,
  orderedAt: claim.orderedAt.toISOString(),
  valueMinor: claim.valueMinor,
  currency: claim.currency,
  status: claim.status,
  reason: claim.reason,
  notes: claim.notes,
  conversionId: claim.conversionId,
  createdAt: claim.createdAt.toISOString(),
  expiresAt: claim.expiresAt.toISOString(),
  decidedAt: claim.decidedAt?.toISOString() ?? null,
});

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The time of a claimed order: a date without a time is the end of its day (UTC), or now where that is later.
 * @throws invalid naming `ordered_at`, for the future and for orders of more than 90 days ago
 */
export function claimedTimeOf(text: string, now: Date): Date {
  const issue = (message: string) => invalidFields([{ path: 'ordered_at', message }]);
  const from = Date.parse(text);
  const until = DATE_ONLY.test(text) ? from + DAY_MS - 1 : from;
  if (from > now.getTime() + CLOCK_TOLERANCE_MS) throw issue('Must not lie in the future');
  if (until < now.getTime() - CLAIM_WINDOW_DAYS * DAY_MS) {
    throw issue(`Must not be more than ${String(CLAIM_WINDOW_DAYS)} days ago`);
  }
  return new Date(Math.min(until, now.getTime()));
}

/**
 * Requires that the campaign would pay for an order of this click at that time.
 * @throws invalid naming `click_id`
 */
export function requireClickInWindow(
  clickedAt: Date,
  orderedAt: Date,
  { attribution }: Pick<CampaignSnapshot, 'attribution'>,
): void {
  const days = attribution.lookbackWindowDays;
  const sinceClickMs = orderedAt.getTime() - clickedAt.getTime();
  if (sinceClickMs >= -CLOCK_TOLERANCE_MS && sinceClickMs <= days * DAY_MS) return;
  const message = `The campaign counts clicks of at most ${String(days)} days before the order`;
  throw invalidFields([{ path: 'click_id', message }], 'click_outside_window');
}

/** Whether an order is known, credited to nobody, and not decided: a claim may earn its credit. */
export const isCreditedToNobody = ({
  affiliateIds,
  assessedAt,
  status,
}: Pick<Conversion, 'affiliateIds' | 'assessedAt' | 'status'>): boolean =>
  affiliateIds.length === 0 && status === 'pending' && assessedAt !== null;

const ownAnswers: Readonly<Record<Conversion['status'], ClaimAnswer>> = {
  pending: 'already_credited',
  approved: 'already_credited',
  rejected: 'conversion_rejected',
  reversed: 'conversion_reversed',
};

type KnownOrder = Pick<Conversion, 'affiliateIds' | 'assessedAt' | 'claimId' | 'status'>;

/**
 * What the conversion of a claimed order answers by itself; undefined while the brand has to decide, or attribution
 * has not credited the order yet.
 */
export function answerOf(
  { affiliateId }: Pick<Claim, 'affiliateId'>,
  { affiliateIds, assessedAt, claimId, status }: KnownOrder,
): ClaimAnswer | undefined {
  const isOwn = affiliateIds.includes(affiliateId);
  // An accepted claim has credited the order already.
  const isCredited = assessedAt !== null || claimId !== undefined;
  if (status === 'pending' && !isCredited) return undefined;
  if (isOwn) return ownAnswers[status];
  if (affiliateIds.length > 0) return 'credited_elsewhere';
  return status === 'pending' ? undefined : 'closed_without_credit';
}

/** A new state of a claim, with the event that publishes it. */
export interface ClaimOutcome {
  readonly claim: Claim;
  readonly event: DomainEvent<ClaimSnapshot>;
}

const decided = (claim: Claim): ClaimOutcome => ({
  claim,
  event: claimDecided(claimSnapshotOf(claim)),
});

/** Answers an open claim by the conversion of its order; undefined where that answers nothing. */
export function decideAnswer(
  claim: Claim,
  conversion: Conversion,
  now: Date,
): ClaimOutcome | undefined {
  const reason = claim.status === 'open' ? answerOf(claim, conversion) : undefined;
  if (reason === undefined) return undefined;
  const notes = reason === 'conversion_rejected' ? (conversion.review?.notes ?? null) : null;
  const found = { reason, notes, conversionId: conversion.id };
  return decided({ ...claim, ...found, status: 'answered', decidedAt: now });
}

/** Opens a claim, or answers it at once by the conversion of its order. */
export function decideClaim(claim: Claim, known: Conversion | undefined): ClaimOutcome {
  const answer = known === undefined ? undefined : decideAnswer(claim, known, claim.createdAt);
  return answer ?? { claim, event: claimReceived(claimSnapshotOf(claim)) };
}

/** The code of the error where a claim has another decision, or none is possible any more. */
const claimClosed = ({ status, reason }: Claim) =>
  conflict('claim_closed', {
    message:
      status === 'answered'
        ? 'The order is known by now, and has answered this claim'
        : `This claim is ${status} already`,
    details: { status, reason },
  });

/** @throws conflict claim_closed */
export function requireOpen(claim: Claim): void {
  if (claim.status !== 'open') throw claimClosed(claim);
}

/** Accepts an open claim: its order is this conversion. @throws conflict claim_closed */
export function decideAcceptance(
  claim: Claim,
  { conversionId, notes, now }: { conversionId: string; notes: string | null; now: Date },
): ClaimOutcome {
  requireOpen(claim);
  return decided({ ...claim, status: 'accepted', notes, conversionId, decidedAt: now });
}

interface Refusal {
  readonly reason: ClaimRefusal;
  readonly notes: string | null;
  readonly now: Date;
}

/** Refuses an open claim; the same refusal again changes nothing. @throws conflict claim_closed */
export function decideRefusal(
  claim: Claim,
  { reason, notes, now }: Refusal,
): ClaimOutcome | undefined {
  if (claim.status === 'refused' && claim.reason === reason) return undefined;
  requireOpen(claim);
  return decided({ ...claim, status: 'refused', reason, notes, decidedAt: now });
}

/** Ends a claim that the brand has not decided in time; undefined where it need not end. */
export function decideExpiry(claim: Claim, now: Date): ClaimOutcome | undefined {
  if (claim.status !== 'open' || claim.expiresAt > now) return undefined;
  return decided({ ...claim, status: 'expired', reason: CLAIM_EXPIRED, decidedAt: now });
}
