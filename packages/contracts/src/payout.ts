import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant, payoutProviders } from './fields.ts';

export const payoutSnapshot = z.object({
  payoutId: id,
  affiliateId: id,
  accountId: id,
  provider: z.enum(payoutProviders),
  status: z.enum(['pending', 'in_transit', 'completed', 'failed']),
  amountMinor,
  feeMinor: amountMinor,
  netMinor: amountMinor,
  currency,
  commissionCount: z.int(),
  referenceNumber: z.string(),
  transactionId: z.string().nullable(),
  failureReason: z.string().nullable(),
  requestedAt: instant,
  completedAt: instant.nullable(),
});
export type PayoutSnapshot = z.output<typeof payoutSnapshot>;

const declaration = {
  topic: 'payout.payouts',
  key: (payout: PayoutSnapshot) => payout.payoutId,
  data: payoutSnapshot,
} as const;

export const paymentInitiated = defineEvent({
  type: 'payment.initiated.v1',
  ...declaration,
  description: 'A payout’s amount is reserved; the provider is about to be asked.',
});
export const paymentProcessing = defineEvent({
  type: 'payment.processing.v1',
  ...declaration,
  description: 'The provider took the payment on.',
});
export const paymentCompleted = defineEvent({
  type: 'payment.completed.v1',
  ...declaration,
  description: 'The provider says the money arrived.',
});
export const paymentFailed = defineEvent({
  type: 'payment.failed.v1',
  ...declaration,
  description: 'The provider refused the payment; the reserve is released.',
});
export const paymentRefunded = defineEvent({
  type: 'payment.refunded.v1',
  ...declaration,
  description: 'The provider took a completed payment back.',
});
export const payoutCompleted = defineEvent({
  type: 'payout.completed.v1',
  ...declaration,
  description: 'A payout is settled in the ledger.',
});
export const payoutFailed = defineEvent({
  type: 'payout.failed.v1',
  ...declaration,
  description: 'A payout ended without payment.',
});
