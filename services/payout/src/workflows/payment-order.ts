import { HOUR_MS } from '@tributary/units';
import { type PaymentOrder } from '../clients/providers/provider.ts';
import { paymentKey } from '../domain/payout.ts';
import { type LoadedPayout } from '../store/payout-documents.ts';

/** Providers remember an idempotency key for a day at least; half of that is safe. */
const KEY_REMEMBERED_MS = 12 * HOUR_MS;

/** The order that a payout gives to its provider. */
export const paymentOrderOf = ({ payout, since }: LoadedPayout, now: Date): PaymentOrder => ({
  payoutId: payout.id,
  key: paymentKey(payout),
  destination: payout.destination,
  netMinor: payout.amountMinor - payout.feeMinor,
  currency: payout.currency,
  checkBeforeRetry: now.getTime() - since.getTime() > KEY_REMEMBERED_MS,
});
