import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import {
  amountMinor,
  commissionStatuses,
  commissionTerms,
  currency,
  id,
  instant,
} from './fields.ts';

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
});
export type CommissionSnapshot = z.output<typeof commissionSnapshot>;

const declaration = {
  topic: 'commission.commissions',
  key: (commission: CommissionSnapshot) => commission.commissionId,
} as const;

export const commissionCreated = defineEvent({
  type: 'commission.created.v1',
  ...declaration,
  data: commissionSnapshot,
  description:
    'An approved conversion earned an affiliate a commission (pending on hold, else approved).',
});
export const commissionApproved = defineEvent({
  type: 'commission.approved.v1',
  ...declaration,
  data: commissionSnapshot,
  description: 'A commission can be paid out: its hold ended, or it had none.',
});
export const commissionPaid = defineEvent({
  type: 'commission.paid.v1',
  ...declaration,
  data: commissionSnapshot,
  description: 'All of a commission was paid out.',
});
const changed = commissionSnapshot.extend({
  /** What changed the amount. */
  reason: z.enum(['refund', 'chargeback', 'partial_refund', 'cancelled_by_admin']),
  adjustmentId: id,
  /** Negative: what was taken off the amount owed, minor units. */
  changeMinor: amountMinor,
  /** What of it had been paid already and is now owed back, minor units. */
  clawedBackMinor: amountMinor,
});
export type CommissionAdjustment = z.output<typeof changed>;
export const commissionAdjusted = defineEvent({
  type: 'commission.adjusted.v1',
  topic: 'commission.commissions',
  key: (commission) => commission.commissionId,
  data: changed,
  description:
    'A refund or chargeback lowered a commission and clawed back what was paid (see its status).',
});
