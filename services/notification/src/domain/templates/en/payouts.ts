import { type Content } from '../../notice.ts';

interface Payout {
  readonly amount: string;
  readonly netAmount: string;
  readonly reference: string;
}

export const payoutCompleted = ({ amount, netAmount, reference }: Payout): Content => ({
  title: `Your payout of ${amount} has arrived`,
  message: `Payout ${reference} of ${amount} is completed; ${netAmount} went to your account.`,
});

export const payoutFailed = ({ amount, reference }: Payout): Content => ({
  title: `Your payout of ${amount} failed`,
  message: `Payout ${reference} of ${amount} could not be paid. The amount is in your balance again.`,
});

export const payoutRefunded = ({ amount, reference }: Payout): Content => ({
  title: `Your payout of ${amount} was taken back`,
  message: `The provider took payout ${reference} of ${amount} back. The amount is in your balance again.`,
});

export const payoutHeld = (payout: {
  amount: string;
  reference: string;
  reasons: readonly string[];
}): Content => ({
  title: `Your payout of ${payout.amount} waits for a check`,
  message: `Payout ${payout.reference} waits until we have checked it. ${payout.reasons.join(' ')} If you did not request it, contact us at once.`,
});
