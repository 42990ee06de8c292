import { formatAmount } from '@tributary/money';
import { z } from 'zod';
import { suspiciousActivity } from './assessment.ts';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant, payoutProviders } from './fields.ts';
import { scheduledFrequencies } from './payout-calendar.ts';
import { messageTo, publicEventsOf } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

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

const sampleOf = (status: PayoutSnapshot['status']): PayoutSnapshot => ({
  payoutId: sampleIds.payoutId,
  affiliateId: sampleIds.affiliateId,
  accountId: '01975b3c-7c00-7000-8000-000000005001',
  provider: 'cardproc_connect',
  status,
  amountMinor: 10_000,
  feeMinor: 50,
  netMinor: 9_950,
  currency: 'USD',
  commissionCount: 8,
  referenceNumber: 'PO-20260501-A1B2C3',
  transactionId: 'tr_1001',
  failureReason: status === 'failed' ? 'account_declined' : null,
  requestedAt: SAMPLE_TIME,
  completedAt: status === 'completed' ? SAMPLE_TIME : null,
});

/** For the affiliate only: the brand is not a party to a payout. */
const messages = (payout: PayoutSnapshot) => {
  const { currency } = payout;
  const data = {
    payout_id: payout.payoutId,
    affiliate_id: payout.affiliateId,
    status: payout.status,
    provider: payout.provider,
    amount: formatAmount(payout.amountMinor, currency),
    fee_amount: formatAmount(payout.feeMinor, currency),
    net_amount: formatAmount(payout.netMinor, currency),
    currency,
    commission_count: payout.commissionCount,
    reference_number: payout.referenceNumber,
    transaction_id: payout.transactionId,
    failure_reason: payout.failureReason,
    requested_at: payout.requestedAt,
    completed_at: payout.completedAt,
  };
  return [messageTo([payout.affiliateId], data)];
};
const inPayment = publicEventsOf('Payment', messages);
const inPayout = publicEventsOf('Payout', messages);

export const paymentInitiated = defineEvent({
  type: 'payment.initiated.v1',
  ...declaration,
  description: 'A payout’s amount is reserved; next the payment is submitted to the provider.',
  sample: sampleOf('pending'),
  publicEvents: [
    inPayment(
      'payment.initiated',
      1,
      'A payout’s amount is reserved; the payment is about to be sent to the provider.',
    ),
  ],
});
export const paymentProcessing = defineEvent({
  type: 'payment.processing.v1',
  ...declaration,
  description: 'The provider accepted the payment.',
  sample: sampleOf('in_transit'),
  publicEvents: [inPayment('payment.processing', 2, 'The provider accepted the payment.')],
});
export const paymentCompleted = defineEvent({
  type: 'payment.completed.v1',
  ...declaration,
  description: 'The provider reported that the money arrived.',
  sample: sampleOf('completed'),
  publicEvents: [inPayment('payment.completed', 3, 'The provider reports that the money arrived.')],
});
export const paymentFailed = defineEvent({
  type: 'payment.failed.v1',
  ...declaration,
  description: 'The provider refused the payment; the reserve is released.',
  sample: sampleOf('failed'),
  publicEvents: [inPayment('payment.failed', 4, 'The provider refused the payment.')],
});
export const paymentRefunded = defineEvent({
  type: 'payment.refunded.v1',
  ...declaration,
  description: 'The provider reversed a completed payment.',
  sample: sampleOf('failed'),
  publicEvents: [inPayment('payment.refunded', 5, 'The provider returned a completed payment.')],
});
export const payoutCompleted = defineEvent({
  type: 'payout.completed.v1',
  ...declaration,
  description: 'A payout is settled in the ledger.',
  sample: sampleOf('completed'),
  publicEvents: [inPayout('payout.completed', 5, 'A payout is settled.')],
});
export const payoutFailed = defineEvent({
  type: 'payout.failed.v1',
  ...declaration,
  description: 'A payout ended without payment.',
  sample: sampleOf('failed'),
  publicEvents: [inPayout('payout.failed', 6, 'A payout ended without payment.')],
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
  sample: {
    ...sampleOf('pending'),
    reasons: [{ code: 'new_destination', explanation: 'The account is younger than 72 hours.' }],
  },
  publicEvents: [
    {
      ...suspiciousActivity,
      messages: (payout) => [
        messageTo([payout.affiliateId], {
          affiliate_id: payout.affiliateId,
          reason: 'payout_held',
          payout_id: payout.payoutId,
          reference_number: payout.referenceNumber,
          amount: formatAmount(payout.amountMinor, payout.currency),
          currency: payout.currency,
          checks: payout.reasons,
        }),
      ],
    },
  ],
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
  sample: {
    affiliateId: sampleIds.affiliateId,
    frequency: 'monthly',
    changedAt: SAMPLE_TIME,
  },
  internalBecause: 'an inner copy',
});

/** What more accounts share is no person's own. */
export const MAX_SHARING_ACCOUNTS = 50;

export const payoutDestinationShared = defineEvent({
  type: 'payout_destination.shared.v1',
  topic: 'payout.payouts',
  key: (shared) => shared.affiliateId,
  data: z.object({
    affiliateId: id,
    /** Other affiliates with a verified account of the same destination. */
    sharedWith: z.array(id).min(1).max(MAX_SHARING_ACCOUNTS),
    sharedAt: instant,
  }),
  description:
    'An affiliate verified a payout account whose destination other affiliates have verified, too.',
  sample: {
    affiliateId: sampleIds.affiliateId,
    sharedWith: [sampleIds.brandId],
    sharedAt: SAMPLE_TIME,
  },
  internalBecause: 'evidence of the fraud checks',
});
