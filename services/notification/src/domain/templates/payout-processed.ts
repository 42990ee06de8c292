import { type Content } from '../notice.ts';

export interface PayoutWords {
  readonly amount: string;
  readonly netAmount: string;
  readonly reference: string;
}

export const payoutCompleted = ({ amount, netAmount, reference }: PayoutWords): Content => ({
  title: `Your payout of ${amount} has arrived`,
  message: `Payout ${reference} of ${amount} is completed; ${netAmount} went to your account.`,
});

export const payoutFailed = ({ amount, reference }: PayoutWords): Content => ({
  title: `Your payout of ${amount} failed`,
  message: `Payout ${reference} of ${amount} could not be paid. The amount is in your balance again.`,
});

export const payoutTakenBack = ({ amount, reference }: PayoutWords): Content => ({
  title: `Your payout of ${amount} was taken back`,
  message: `The provider took payout ${reference} of ${amount} back. The amount is in your balance again.`,
});
