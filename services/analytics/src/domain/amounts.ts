import { countedStatuses, earnedStatuses } from './states.ts';

interface OrderState {
  readonly status: string;
  /** Less refunds. */
  readonly valueMinor: number;
  readonly refundedMinor: number;
}

/** The amounts of an order in a brand's report, minor units by column. */
export const orderAmounts = ({ status, valueMinor, refundedMinor }: OrderState) => ({
  order_value: valueMinor + refundedMinor,
  refunded: refundedMinor,
  revenue: countedStatuses.includes(status) ? valueMinor : 0,
});

interface CommissionState {
  readonly status: string;
  readonly amountMinor: number;
  /** Commissions stored before the field existed know it by their status alone. */
  readonly paidMinor?: number | undefined;
}

/** The amounts of a commission in a brand's reports, minor units by column; `commissions` counts it where something is due. */
export function commissionAmounts({ status, amountMinor, paidMinor }: CommissionState) {
  const isEarned = earnedStatuses.includes(status);
  const paid = paidMinor ?? (status === 'paid' ? amountMinor : 0);
  const due = status === 'approved' || status === 'paid' ? amountMinor - paid : 0;
  return {
    amount: isEarned ? amountMinor : 0,
    paid,
    due,
    commissions: due > 0 ? 1 : 0,
    on_hold: status === 'pending' ? amountMinor : 0,
    owed_back: isEarned ? 0 : paid,
  };
}

/** The columns of sums of amounts: `rows` counts the facts, and `commission` is what is owed for orders. */
export type AmountName =
  | keyof ReturnType<typeof orderAmounts>
  | keyof ReturnType<typeof commissionAmounts>
  | 'commission'
  | 'rows';
