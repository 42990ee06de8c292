import { formatAmount } from '@tributary/money';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import {
  amountMinor,
  commissionStatuses,
  commissionTerms,
  currency,
  id,
  instant,
  rejectionReasons,
  unpayableReasons,
} from './fields.ts';
import { messageTo, publicEventsOf } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** A commission as other services copy it. */
export const commissionSnapshot = z.object({
  commissionId: id,
  conversionId: id,
  campaignId: id,
  campaignName: z.string(),
  brandId: id,
  affiliateId: id,
  orderId: z.string(),
  clickId: id.nullable(),
  linkId: id.nullable(),
  status: z.enum(commissionStatuses),
  /** What is owed now, after adjustments, minor units of `currency`. */
  amountMinor,
  /** What of it has been paid out, minor units. */
  paidMinor: amountMinor,
  currency,
  terms: commissionTerms,
  /** The part of the order value it was earned on, minor units of the order's currency. */
  saleMinor: amountMinor,
  saleCurrency: currency,
  convertedAt: instant,
  createdAt: instant,
  approvedAt: instant.nullable(),
  paidAt: instant.nullable(),
  payoutId: id.nullable(),
  /** The attribution change that last moved it, or was last undone for it; absent where none did. */
  attributionChangeId: id.optional(),
  /** Grows with each attribution change and each undo, which may raise an amount again; absent for 0. */
  creditRevision: z.int().min(0).optional(),
});
export type CommissionSnapshot = z.output<typeof commissionSnapshot>;

export const commissionsDeclined = defineEvent({
  type: 'commissions.declined.v1',
  topic: 'commission.commissions',
  key: ({ conversionId }) => conversionId,
  data: z.object({
    conversionId: id,
    brandId: id,
    campaignId: id,
    reason: z.enum(unpayableReasons),
  }),
  description: 'An approved conversion earns nothing, for a reason that only the books show.',
  sample: {
    conversionId: sampleIds.conversionId,
    brandId: sampleIds.brandId,
    campaignId: sampleIds.campaignId,
    reason: 'duplicate_customer',
  },
  internalBecause: 'the conversion carries the reason',
});

const declaration = {
  topic: 'commission.commissions',
  key: (commission: CommissionSnapshot) => commission.commissionId,
} as const;

const sampleOf = (status: CommissionSnapshot['status']): CommissionSnapshot => ({
  commissionId: sampleIds.commissionId,
  conversionId: sampleIds.conversionId,
  campaignId: sampleIds.campaignId,
  campaignName: 'Spring sale',
  brandId: sampleIds.brandId,
  affiliateId: sampleIds.affiliateId,
  orderId: 'A-1001',
  clickId: sampleIds.clickId,
  linkId: sampleIds.linkId,
  status,
  amountMinor: 1_200,
  paidMinor: status === 'paid' ? 1_200 : 0,
  currency: 'USD',
  terms: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
  saleMinor: 12_000,
  saleCurrency: 'USD',
  convertedAt: SAMPLE_TIME,
  createdAt: SAMPLE_TIME,
  approvedAt: status === 'pending' ? null : SAMPLE_TIME,
  paidAt: status === 'paid' ? SAMPLE_TIME : null,
  payoutId: status === 'paid' ? sampleIds.payoutId : null,
});

const publicData = (commission: CommissionSnapshot) => ({
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
  attribution_change_id: commission.attributionChangeId ?? null,
});

/** For the brand that owes the commission and the affiliate who earned it. */
const toBothParties = (commission: CommissionSnapshot) =>
  messageTo([commission.brandId, commission.affiliateId], publicData(commission));

const inCommission = publicEventsOf('Commission', (commission: CommissionSnapshot) => [
  toBothParties(commission),
]);

export const commissionCreated = defineEvent({
  type: 'commission.created.v1',
  ...declaration,
  data: commissionSnapshot,
  description:
    'An approved conversion earned an affiliate a commission (pending on hold, else approved).',
  sample: sampleOf('pending'),
  publicEvents: [
    inCommission('commission.created', 1, 'An approved conversion made a commission.'),
    {
      name: 'commission.earned',
      category: 'Commission',
      place: 2,
      description: 'An affiliate earned a commission (the affiliate’s view of its creation).',
      messages: (commission) => [messageTo([commission.affiliateId], publicData(commission))],
    },
    {
      name: 'commission.pending',
      category: 'Commission',
      place: 3,
      description: 'A commission was created on hold.',
      messages: (commission) =>
        commission.status === 'pending' ? [toBothParties(commission)] : [],
    },
  ],
});
export const commissionApproved = defineEvent({
  type: 'commission.approved.v1',
  ...declaration,
  data: commissionSnapshot,
  description: 'A commission can be paid out: its hold ended, or it had none.',
  sample: sampleOf('approved'),
  publicEvents: [
    inCommission(
      'commission.approved',
      4,
      'A commission can be paid out: its hold ended, or it had none.',
    ),
  ],
});
export const commissionPaid = defineEvent({
  type: 'commission.paid.v1',
  ...declaration,
  data: commissionSnapshot,
  description: 'All of a commission was paid out.',
  sample: sampleOf('paid'),
  publicEvents: [inCommission('commission.paid', 5, 'All of a commission was paid out.')],
});
export const commissionPartPaid = defineEvent({
  type: 'commission.part_paid.v1',
  ...declaration,
  data: commissionSnapshot,
  description:
    'What is paid of a commission changed, and its status did not: a payout paid a part of it, or such a payment was returned.',
  sample: { ...sampleOf('approved'), paidMinor: 400 },
  internalBecause: 'commission.paid publishes when all of it is paid',
});
const changed = commissionSnapshot.extend({
  /** What changed the amount. */
  reason: z.enum(['refund', 'chargeback', 'partial_refund', 'cancelled_by_admin']),
  /**
   * Set where a change of attribution was applied or undone; `reason` is then `partial_refund`, because services of
   * before know no other that leaves a part.
   */
  creditMove: z.enum(['applied', 'undone']).optional(),
  /** The refund, the cancellation, the attribution change or its undo. */
  adjustmentId: id,
  /** Negative where it was taken off the amount owed, positive where an undo returned it; minor units. */
  changeMinor: amountMinor,
  /** What of it had been paid already and is now owed back, minor units; negative where it is owed back no longer. */
  clawedBackMinor: amountMinor,
  /** Why the brand refused it, where it was held because its order was suspicious; absent where it named no reason. */
  refusedAs: z.enum(rejectionReasons).optional(),
});
export type CommissionAdjustment = z.output<typeof changed>;

const publicReasonOf = ({ reason, creditMove }: CommissionAdjustment): string => {
  if (creditMove === undefined) return reason;
  return creditMove === 'applied' ? 'attribution_changed' : 'attribution_change_undone';
};
export const commissionAdjusted = defineEvent({
  type: 'commission.adjusted.v1',
  topic: 'commission.commissions',
  key: (commission) => commission.commissionId,
  data: changed,
  description:
    'A refund, a chargeback or a change of attribution moved a commission and clawed back what was paid (see its status).',
  sample: {
    ...sampleOf('approved'),
    adjustmentId: '01975b3c-7c00-7000-8000-00000000e101',
    reason: 'partial_refund',
    changeMinor: -300,
    clawedBackMinor: 0,
  },
  publicEvents: [
    {
      name: 'commission.adjusted',
      category: 'Commission',
      place: 6,
      description: 'A refund, a chargeback or a change of attribution moved a commission.',
      messages: (commission) => {
        const { changeMinor, clawedBackMinor, currency } = commission;
        const change = {
          reason: publicReasonOf(commission),
          change: formatAmount(changeMinor, currency),
          clawed_back: formatAmount(clawedBackMinor, currency),
        };
        const message = toBothParties(commission);
        return [{ ...message, data: { ...message.data, ...change } }];
      },
    },
  ],
});
