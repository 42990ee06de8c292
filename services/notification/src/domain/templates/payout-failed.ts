import { type Content } from '../notice.ts';
import { type PayoutWords } from './words.ts';

export const payoutFailed = ({ amount, reference }: PayoutWords): Content => ({
  title: `Your payout of ${amount} failed`,
  message: `Payout ${reference} of ${amount} could not be paid. The amount is in your balance again.`,
});
