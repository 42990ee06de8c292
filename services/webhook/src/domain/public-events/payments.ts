import {
  affiliateTierChanged,
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  type CommissionSnapshot,
  commissionTiersSet,
  exchangeRatesSet,
  paymentCompleted,
  paymentFailed,
  paymentInitiated,
  paymentProcessing,
  paymentRefunded,
  payoutBatchCompleted,
  payoutBatchCreated,
  payoutBatchFailed,
  payoutBatchProcessing,
  type PayoutBatchSnapshot,
  payoutCompleted,
  payoutFailed,
  payoutHeld,
  payoutScheduleChanged,
  type PayoutSnapshot,
} from '@tributary/contracts';
import { formatAmount } from '@tributary/money';
import { type EventName } from '../event-catalog.ts';
import { type PublicEvent, publicEvent, translation, notPublished } from './translation.ts';

const commissionData = (commission: CommissionSnapshot) => ({
  commission_id: commission.commissionId,
  conversion_id: commission.conversionId,
  campaign_id: commission.campaignId,
  affiliate_id: commission.affiliateId,
  order_id: commission.orderId,
  status: commission.status,
  amount: formatAmount(commission.amountMinor, commission.currency),
  currency: commission.currency,
  commission_type: commission.terms.type,
  commission_rate: commission.terms.value,
  sale_amount: formatAmount(commission.saleMinor, commission.saleCurrency),
  created_at: commission.createdAt,
  approved_at: commission.approvedAt,
  paid_at: commission.paidAt,
  payout_id: commission.payoutId,
});

/** For the brand that owes the commission and the affiliate who earned it. */
const aboutCommission =
  (name: EventName) =>
  (commission: CommissionSnapshot): PublicEvent =>
    publicEvent(name, [commission.brandId, commission.affiliateId], commissionData(commission));

/** For the affiliate only: the brand is not a party to a payout. */
const aboutPayout =
  (name: EventName) =>
  (payout: PayoutSnapshot): PublicEvent[] => {
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
    return [publicEvent(name, [payout.affiliateId], data)];
  };

/** For administrators only, because a batch contains the payouts of many affiliates. */
const aboutBatch =
  (name: EventName) =>
  (batch: PayoutBatchSnapshot): PublicEvent[] => [
    publicEvent(name, [], {
      batch_id: batch.batchId,
      provider: batch.provider,
      frequency: batch.frequency,
      status: batch.status,
      period_start: batch.periodStart,
      period_end: batch.periodEnd,
      payouts: batch.payoutCount,
      completed: batch.completedCount,
      failed: batch.failedCount,
      held: batch.heldCount,
      amount: formatAmount(batch.amountMinor, batch.currency),
      currency: batch.currency,
      created_at: batch.createdAt,
    }),
  ];

export const paymentTranslations = [
  translation(affiliateTierChanged, (change) => {
    // The tier's benefits were set anew, and nobody moved.
    if (change.from.level === change.to.level) return [];
    const event = publicEvent('affiliate.tier.changed', [change.affiliateId, change.brandId], {
      affiliate_id: change.affiliateId,
      campaign_id: change.campaignId,
      from: change.from.name,
      to: change.to.name,
      tier_level: change.to.level,
      benefits: change.benefits,
      conversions: change.conversions,
      revenue: formatAmount(change.revenueMinor, change.currency),
      currency: change.currency,
    });
    return [event];
  }),
  notPublished(
    commissionTiersSet,
    'tiers are public at their own page, and each change of tier is published',
  ),
  notPublished(exchangeRatesSet, 'rates are the platform’s own configuration'),
  translation(commissionCreated, (commission) => [
    aboutCommission('commission.created')(commission),
    publicEvent('commission.earned', [commission.affiliateId], commissionData(commission)),
    ...(commission.status === 'pending' ? [aboutCommission('commission.pending')(commission)] : []),
  ]),
  translation(commissionApproved, (commission) => [
    aboutCommission('commission.approved')(commission),
  ]),
  translation(commissionPaid, (commission) => [aboutCommission('commission.paid')(commission)]),
  translation(commissionAdjusted, (commission) => {
    const { reason, changeMinor, clawedBackMinor, currency } = commission;
    const event = aboutCommission('commission.adjusted')(commission);
    const change = {
      reason,
      change: formatAmount(changeMinor, currency),
      clawed_back: formatAmount(clawedBackMinor, currency),
    };
    return [{ ...event, data: { ...event.data, ...change } }];
  }),
  translation(paymentInitiated, aboutPayout('payment.initiated')),
  translation(paymentProcessing, aboutPayout('payment.processing')),
  translation(paymentCompleted, aboutPayout('payment.completed')),
  translation(paymentFailed, aboutPayout('payment.failed')),
  translation(paymentRefunded, aboutPayout('payment.refunded')),
  translation(payoutCompleted, aboutPayout('payout.completed')),
  translation(payoutFailed, aboutPayout('payout.failed')),
  translation(payoutHeld, (payout) => {
    const { payoutId, affiliateId, amountMinor, currency, referenceNumber, reasons } = payout;
    const data = {
      affiliate_id: affiliateId,
      reason: 'payout_held',
      payout_id: payoutId,
      reference_number: referenceNumber,
      amount: formatAmount(amountMinor, currency),
      currency,
      checks: reasons,
    };
    return [publicEvent('suspicious.activity', [affiliateId], data)];
  }),
  translation(payoutBatchCreated, aboutBatch('payout.batch.created')),
  translation(payoutBatchProcessing, aboutBatch('payout.batch.processing')),
  translation(payoutBatchCompleted, aboutBatch('payout.batch.completed')),
  translation(payoutBatchFailed, aboutBatch('payout.batch.failed')),
  notPublished(payoutScheduleChanged, 'an inner copy'),
];
