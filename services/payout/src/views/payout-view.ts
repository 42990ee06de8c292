import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { canRetry, type Payout, statusOf } from '../domain/payout.ts';
import { holdReasonsSchema, holdReasonsView } from './hold-view.ts';
import {
  paymentIdFields,
  type PaymentIdField,
  paymentIdsOf,
  paymentMethodOf,
} from './provider-fields.ts';

const text = z.string().nullable();
const status = z
  .enum(['pending', 'in_transit', 'completed', 'failed'])
  .meta({ id: 'PayoutStatus', description: 'The state of a payout' });

const wire = (payout: Payout, minor: number): number => toWireNumber(minor, payout.currency);
const at = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The destination with its middle masked. */
export function maskedDestination(destination: string): string {
  const [name = '', domain] = destination.split('@');
  if (domain !== undefined) return `${name.slice(0, 1)}***@${domain}`;
  return `${name.slice(0, 5)}***${name.slice(-4)}`;
}

const paymentDetails = z
  .object({ provider: z.string(), destination: z.string() })
  .meta({ id: 'PaymentDetails', description: 'Where a payout goes' });
const detailsOf = ({ provider, destination }: Payout) => ({
  provider,
  destination: maskedDestination(destination),
});

export const affiliatePayoutSchema = z
  .object({
    id: z.uuid(),
    amount: z.number(),
    currency: z.string(),
    status,
    payment_method: z.string(),
    payment_details: paymentDetails,
    requested_at: z.iso.datetime(),
    processed_at: text,
    completed_at: text,
    commission_count: z.int(),
    reference_number: z.string(),
  })
  .meta({ id: 'AffiliatePayout', description: 'A payout in the affiliate’s list' });

/** A payout in the affiliate's list. */
export const affiliatePayoutView = (payout: Payout): z.output<typeof affiliatePayoutSchema> => ({
  id: payout.id,
  amount: wire(payout, payout.amountMinor),
  currency: payout.currency,
  status: statusOf(payout) ?? 'pending',
  payment_method: paymentMethodOf(payout.provider),
  payment_details: detailsOf(payout),
  requested_at: payout.requestedAt.toISOString(),
  processed_at: at(payout.submittedAt),
  completed_at: at(payout.completedAt),
  commission_count: payout.items.length,
  reference_number: payout.referenceNumber,
});

export const payoutListSchema = z
  .object({
    id: z.uuid(),
    amount: z.number(),
    fee_amount: z.number(),
    net_amount: z.number(),
    currency: z.string(),
    status,
    provider: z.enum(payoutProviders),
    created_at: z.iso.datetime(),
    arrived_at: text,
  })
  .meta({ id: 'PayoutItem', description: 'A payout in lists' });

/** A payout in the list of payouts. */
export const payoutListView = (payout: Payout): z.output<typeof payoutListSchema> => ({
  id: payout.id,
  amount: wire(payout, payout.amountMinor),
  fee_amount: wire(payout, payout.feeMinor),
  net_amount: wire(payout, payout.amountMinor - payout.feeMinor),
  currency: payout.currency,
  status: statusOf(payout) ?? 'pending',
  provider: payout.provider,
  created_at: payout.requestedAt.toISOString(),
  arrived_at: at(payout.completedAt),
});

const paymentIdSchemas = Object.fromEntries(
  paymentIdFields.map((field) => [field, text]),
) as Record<PaymentIdField, typeof text>;

export const payoutDetailSchema = payoutListSchema
  .extend({
    payment_method: z.string(),
    commission_count: z.int(),
    commission_ids: z.array(z.uuid()),
    requested_at: z.iso.datetime(),
    processed_at: text,
    completed_at: text,
    transaction_id: text,
    reference_number: z.string(),
    ...paymentIdSchemas,
    payment_details: paymentDetails,
    description: text,
    period_start: text,
    period_end: text,
    failure_reason: text,
    can_retry: z.boolean(),
    retry_count: z.int(),
    /** The batch of a scheduled payout. */
    batch_id: text,
    /** The failed checks of a payout that is, or was, held for review. */
    hold_reasons: z.array(
      z
        .object({ code: z.string(), explanation: z.string() })
        .meta({ id: 'HoldFinding', description: 'A check that a payout failed' }),
    ),
  })
  .meta({ id: 'Payout', description: 'A payout with all its details' });

/** Why a new payout waits for an administrator, and when a reason ends by itself. */
export const heldFields = {
  hold_reasons: holdReasonsSchema.optional().describe('Only where the payout is held for review'),
};

export const heldView = ({ step, holdReasons }: Payout) =>
  step === 'held' ? { hold_reasons: holdReasonsView(holdReasons) } : {};

/** A payout with all its details. */
export const payoutDetailView = (payout: Payout): z.output<typeof payoutDetailSchema> => ({
  ...payoutListView(payout),
  payment_method: paymentMethodOf(payout.provider),
  payment_details: detailsOf(payout),
  commission_count: payout.items.length,
  commission_ids: payout.items.map(({ commissionId }) => commissionId),
  requested_at: payout.requestedAt.toISOString(),
  processed_at: at(payout.submittedAt),
  completed_at: at(payout.completedAt),
  transaction_id: payout.transactionId,
  reference_number: payout.referenceNumber,
  ...paymentIdsOf(payout.provider, payout),
  description: payout.description,
  // Requested and manual payouts cover no period; scheduled ones do.
  period_start: payout.scheduled?.periodStart ?? null,
  period_end: payout.scheduled?.periodEnd ?? null,
  failure_reason: payout.failureReason,
  can_retry: canRetry(payout),
  retry_count: payout.retryCount,
  batch_id: payout.scheduled?.batchId ?? null,
  hold_reasons: payout.holdReasons.map(({ code, explanation }) => ({ code, explanation })),
});

export const paymentSchema = z
  .object({
    id: z.uuid(),
    amount: z.number(),
    net_amount: z.number(),
    currency: z.string(),
    status,
    payment_method_type: z.string(),
    transaction_id: text,
    period_start: text,
    period_end: text,
    created_at: z.iso.datetime(),
    completed_at: text,
    invoice_url: text.meta({ description: 'A link to the invoice; null where nothing was paid' }),
    credit_note_url: text.meta({
      description:
        'A link to the credit note that cancels the invoice; null unless the provider took the payment back',
    }),
  })
  .meta({ id: 'Payment', description: 'A payout in the payment history, with its invoice' });

/** A payout in the payment history. */
export const paymentView = (
  payout: Payout,
  { invoiceUrl, creditNoteUrl }: Readonly<Record<'invoiceUrl' | 'creditNoteUrl', string | null>>,
): z.output<typeof paymentSchema> => ({
  id: payout.id,
  amount: wire(payout, payout.amountMinor),
  net_amount: wire(payout, payout.amountMinor - payout.feeMinor),
  currency: payout.currency,
  status: statusOf(payout) ?? 'pending',
  payment_method_type: paymentMethodOf(payout.provider),
  transaction_id: payout.transactionId,
  period_start: payout.scheduled?.periodStart ?? null,
  period_end: payout.scheduled?.periodEnd ?? null,
  created_at: payout.requestedAt.toISOString(),
  completed_at: at(payout.completedAt),
  invoice_url: invoiceUrl,
  credit_note_url: creditNoteUrl,
});
