import { type Content } from '../notice.ts';
import { type PayoutWords } from './words.ts';

export const payoutCompleted = ({ amount, netAmount, reference }: PayoutWords): Content => ({
  title: `Your payout of ${amount} has arrived`,
  message: `Payout ${reference} of ${amount} is completed; ${netAmount} went to your account.`,
});
