import { type Content } from '../notice.ts';
import { type CommissionWords } from './words.ts';

export const commissionApproved = ({ amount, campaign, orderId }: CommissionWords): Content => ({
  title: `${amount} can be paid out`,
  message: `Your commission of ${amount} for order ${orderId} in ${campaign} is approved.`,
});
