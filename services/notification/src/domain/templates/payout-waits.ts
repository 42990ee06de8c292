import { type Content } from '../notice.ts';

export const payoutWaits = (payout: {
  amount: string;
  reference: string;
  reasons: readonly string[];
}): Content => ({
  title: `Your payout of ${payout.amount} waits for a check`,
  message: `Payout ${payout.reference} waits until we have looked at it. ${payout.reasons.join(' ')} If you did not ask for it, contact us at once.`,
});
