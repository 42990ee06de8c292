import { fraudReasons, type RejectionReason } from '@tributary/contracts';

/** What a brand decided on an order, and why. */
export interface Label {
  readonly decision: 'approved' | 'rejected';
  /** Why it was rejected; absent where the brand named no reason. */
  readonly reason?: RejectionReason | undefined;
  /** Why the brand refused its held commission later; absent where it did not, or named no reason. */
  readonly refusedAs?: RejectionReason | undefined;
}

const isFraudReason = (reason: RejectionReason | undefined): boolean =>
  fraudReasons.some((one) => one === reason);

/**
 * What a decision teaches: that the order was fraud, or honest; null where it states nothing about fraud. A returned order,
 * a wrong one or a rejection without a reason is no fraud, and no proof of honesty.
 */
export function wasFraud({ decision, reason, refusedAs }: Label): boolean | null {
  if (isFraudReason(refusedAs ?? reason)) return true;
  return decision === 'approved' && refusedAs === undefined ? false : null;
}

/** The condition of stored labels that teach that an order was fraud. */
export const ofFraud = {
  $or: [{ refusedAs: { $in: [...fraudReasons] } }, { reason: { $in: [...fraudReasons] } }],
};
