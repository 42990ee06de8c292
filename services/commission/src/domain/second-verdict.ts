import { type RejectionReason } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { decideCancellation } from './cancellation.ts';
import { type Changes, noChanges, type Stamps } from './changes.ts';
import {
  AFFILIATE_SUSPENDED,
  type Commission,
  type CommissionHold,
  FRAUD_CHECK_PENDING,
  FRAUD_REVIEW,
  settledMinor,
  type SecondVerdict,
} from './commission.ts';

/** Why a commission is cancelled that its brand refused. */
const REFUSED = 'The brand found that its order was fraud';

/** A payout relies on verdicts that are not older. */
const MAX_AGE_MS = DAY_MS;

/** So long attribution may learn of an order; then the brand decides without it. */
const UNKNOWN_AFTER_MS = 7 * DAY_MS;

/** Verdicts from this moment on count. */
export const verdictsSince = (now: Date): Date => new Date(now.getTime() - MAX_AGE_MS);

/** Clicks and impressions are booked in batches: these are no orders, which could be judged again. */
const isBatch = ({ conversionId, orderId }: Commission): boolean =>
  orderId === `clicks-${conversionId}` || orderId === `impressions-${conversionId}`;

/**
 * Whether the order must be judged again before any of the commission is paid. What is paid or reserved in part was
 * judged before, and what the brand released stays released.
 */
export const mustBeJudged = (commission: Commission, since: Date): boolean =>
  !isBatch(commission) &&
  settledMinor(commission) === 0 &&
  commission.verdict?.releasedBy === undefined &&
  (commission.verdict === undefined || commission.verdict.judgedAt < since);

/** By conversion. */
export type Verdicts = ReadonlyMap<string, SecondVerdict>;

/** Why it is held, once its order was judged or could not be; a suspension stays. */
function reasonAfter(
  { holdReason = null }: Commission,
  verdict: SecondVerdict | undefined,
): CommissionHold | null {
  if (verdict?.isHeld === true) return FRAUD_REVIEW;
  if (holdReason === AFFILIATE_SUSPENDED) return holdReason;
  return verdict === undefined ? FRAUD_CHECK_PENDING : null;
}

/** A commission does not wait for ever for an order that attribution does not know: it is held until the brand decides. */
const verdictOfUnknown = (
  { createdAt }: Commission,
  answeredAt: Date | undefined,
): SecondVerdict | undefined =>
  answeredAt !== undefined && answeredAt.getTime() - createdAt.getTime() > UNKNOWN_AFTER_MS
    ? { judgedAt: answeredAt, fraudScore: 0, isHeld: true, isUnknown: true }
    : undefined;

/**
 * Stores the verdicts on orders that were judged again. A commission of an order that looks like fraud is held
 * until the brand decides; one whose order could not be judged waits, with that reason, and is held in the same way when
 * attribution has not known its order for a week.
 * @param commissions those that must be judged
 * @param answeredAt when attribution answered; undefined where it was not available
 */
export function decideVerdicts(
  commissions: readonly Commission[],
  verdicts: Verdicts,
  answeredAt?: Date,
): Changes {
  const changed = commissions.map((commission): Commission => {
    const verdict =
      verdicts.get(commission.conversionId) ?? verdictOfUnknown(commission, answeredAt);
    const holdReason = reasonAfter(commission, verdict);
    return { ...commission, holdReason, ...(verdict === undefined ? {} : { verdict }) };
  });
  return {
    ...noChanges,
    changed: changed.filter(
      ({ holdReason, verdict }, index) =>
        holdReason !== commissions[index]?.holdReason || verdict !== commissions[index]?.verdict,
    ),
  };
}

/** @throws unavailable `fraud_check_pending` where one of the commissions must be judged first */
export function requireJudged(commissions: readonly Commission[], since: Date | undefined): void {
  if (since === undefined || !commissions.some((one) => mustBeJudged(one, since))) return;
  throw unavailable(FRAUD_CHECK_PENDING, {
    message: 'The orders of some commissions are being judged again; try again in a moment',
    retryAfterSeconds: 1,
  });
}

/** A brand's decision on a commission whose order was suspicious. */
export interface FraudDecision {
  readonly decision: 'refused' | 'released';
  /** The person's id. */
  readonly by: string;
  /** Why it is refused; absent where the brand names no reason. */
  readonly reason?: RejectionReason | undefined;
}

/**
 * Releases a held commission, or refuses it, so that nothing is owed. One that is not held stays as it is; released, it
 * is not held again.
 */
export function decideFraudReview(
  commission: Commission,
  { decision, by, reason: refusedAs }: FraudDecision,
  stamps: Stamps,
): Changes {
  const { holdReason, verdict } = commission;
  if (holdReason !== FRAUD_REVIEW || verdict === undefined) return noChanges;
  if (decision === 'refused') {
    const cancellation = { reason: REFUSED, isFraud: true, by, refusedAs };
    return decideCancellation(commission, cancellation, stamps);
  }
  const released = { ...verdict, isHeld: false, releasedBy: by, releasedAt: stamps.now };
  return { ...noChanges, changed: [{ ...commission, holdReason: null, verdict: released }] };
}
