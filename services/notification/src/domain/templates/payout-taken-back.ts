import { type Content } from '../notice.ts';
import { type PayoutWords } from './words.ts';

export const payoutTakenBack = ({ amount, reference }: PayoutWords): Content => ({
  title: `Your payout of ${amount} was taken back`,
  message: `The provider took payout ${reference} of ${amount} back. The amount is in your balance again.`,
});
