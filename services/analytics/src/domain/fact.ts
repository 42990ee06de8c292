import { earnedStatuses } from './rollup.ts';

/** How far a conversion has come; it never goes back. */
const steps: Readonly<Record<string, number>> = {
  pending: 0,
  approved: 1,
  rejected: 1,
  reversed: 2,
};

interface CommissionState {
  readonly status: string;
  readonly amountMinor: number;
}

const isOver = ({ status }: CommissionState): boolean => !earnedStatuses.includes(status);

/** The same of a commission: what is owed never grows, and one that ended stays so; paid may become approved again. */
export const isOvertakenCommission = (received: CommissionState, kept: CommissionState): boolean =>
  received.amountMinor > kept.amountMinor || (isOver(kept) && !isOver(received));

interface ConversionState {
  readonly status: string;
  readonly refundedMinor: number;
}

/** Whether a state was overtaken by the one kept: a late or redelivered event. */
export const isOvertaken = (received: ConversionState, kept: ConversionState): boolean =>
  (steps[received.status] ?? 0) < (steps[kept.status] ?? 0) ||
  received.refundedMinor < kept.refundedMinor;
