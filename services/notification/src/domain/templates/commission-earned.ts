import { type Content } from '../notice.ts';
import { type CommissionWords } from './words.ts';

export const commissionEarned = ({ amount, campaign, orderId }: CommissionWords): Content => ({
  title: `You earned ${amount}`,
  message: `Order ${orderId} in ${campaign} earned you a commission of ${amount}.`,
});
