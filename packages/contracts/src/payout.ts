import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant, payoutProviders } from './fields.ts';
import { scheduledFrequencies } from './payout-calendar.ts';

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
  description: 'A payout’s amount is reserved; next the payment is submitted to the provider.',
});
export const paymentProcessing = defineEvent({
  type: 'payment.processing.v1',
  ...declaration,
  description: 'The provider accepted the payment.',
});
export const paymentCompleted = defineEvent({
  type: 'payment.completed.v1',
  ...declaration,
  description: 'The provider reported that the money arrived.',
});
export const paymentFailed = defineEvent({
  type: 'payment.failed.v1',
  ...declaration,
  description: 'The provider refused the payment; the reserve is released.',
});
export const paymentRefunded = defineEvent({
  type: 'payment.refunded.v1',
  ...declaration,
  description: 'The provider reversed a completed payment.',
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

/** A payout waits for an administrator, with the reasons. */
const heldPayout = payoutSnapshot.extend({
  reasons: z.array(z.object({ code: z.string(), explanation: z.string() })),
});
export const payoutHeld = defineEvent({
  type: 'payout.held.v1',
  topic: 'payout.payouts',
  key: (payout) => payout.payoutId,
  data: heldPayout,
  description: 'A payout waits for an administrator’s review; the reasons are given.',
});

/** Payouts of one scheduled run that go through one provider. */
export const payoutBatchSnapshot = z.object({
  batchId: id,
  provider: z.enum(payoutProviders),
  frequency: z.enum(scheduledFrequencies),
  status: z.enum(['created', 'processing', 'completed', 'failed']),
  /** The days that the run covers, the last one included. */
  periodStart: z.iso.date(),
  periodEnd: z.iso.date(),
  payoutCount: z.int(),
  amountMinor,
  /** How many payouts were paid, failed, or wait for an administrator. */
  completedCount: z.int(),
  failedCount: z.int(),
  heldCount: z.int(),
  currency,
  createdAt: instant,
});
export type PayoutBatchSnapshot = z.output<typeof payoutBatchSnapshot>;

const batchDeclaration = {
  topic: 'payout.payouts',
  key: (batch: PayoutBatchSnapshot) => batch.batchId,
  data: payoutBatchSnapshot,
} as const;

export const payoutBatchCreated = defineEvent({
  type: 'payout_batch.created.v1',
  ...batchDeclaration,
  description: 'A scheduled run collected payouts for one provider.',
});
export const payoutBatchProcessing = defineEvent({
  type: 'payout_batch.processing.v1',
  ...batchDeclaration,
  description: 'The payouts of a batch are submitted to the provider.',
});
export const payoutBatchCompleted = defineEvent({
  type: 'payout_batch.completed.v1',
  ...batchDeclaration,
  description:
    'Every payout of a batch ended or waits for an administrator; one or more were paid.',
});
export const payoutBatchFailed = defineEvent({
  type: 'payout_batch.failed.v1',
  ...batchDeclaration,
  description: 'Every payout of a batch ended, none of them paid.',
});

export const payoutScheduleChanged = defineEvent({
  type: 'payout_schedule.changed.v1',
  topic: 'payout.payouts',
  key: (schedule) => schedule.affiliateId,
  data: z.object({
    affiliateId: id,
    /** How often the affiliate is paid automatically; null where it is not. */
    frequency: z.enum(scheduledFrequencies).nullable(),
    changedAt: instant,
  }),
  description: 'The schedule of an affiliate’s automatic payouts changed.',
});
