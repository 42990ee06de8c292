import { type Content } from '../../notice.ts';

interface EarnedCommission {
  readonly amount: string;
  readonly campaign: string;
  readonly orderId: string;
}

export const commissionEarned = ({ amount, campaign, orderId }: EarnedCommission): Content => ({
  title: `You earned ${amount}`,
  message: `Order ${orderId} in ${campaign} earned you a commission of ${amount}.`,
});

export const commissionApproved = ({ amount, campaign, orderId }: EarnedCommission): Content => ({
  title: `${amount} can be paid out`,
  message: `Your commission of ${amount} for order ${orderId} in ${campaign} is approved.`,
});
