import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { formatAmount, toWireNumber } from '@tributary/money';
import { canRetry, type Payout, statusOf } from '../domain/payout.ts';

const text = z.string().nullable();
const status = z.enum(['pending', 'in_transit', 'completed', 'failed']);

const wire = (payout: Payout, minor: number): number => toWireNumber(minor, payout.currency);
const at = (date: Date | null): string | null => date?.toISOString() ?? null;

/** How a payment method is called in lists. */
const methodOf = ({ provider }: Payout): string =>
  provider === 'cardproc_connect' ? 'bank_transfer' : 'wallet';

/** The destination with its middle blotted out. */
export function maskedDestination(destination: string): string {
  const [name = '', domain] = destination.split('@');
  if (domain !== undefined) return `${name.slice(0, 1)}***@${domain}`;
  return `${name.slice(0, 5)}***${name.slice(-4)}`;
}

export const affiliatePayoutSchema = z.object({
  id: z.uuid(),
  amount: z.number(),
  currency: z.string(),
  status,
  payment_method: z.string(),
  payment_details: z.object({ provider: z.string(), destination: z.string() }),
  requested_at: z.iso.datetime(),
  processed_at: text,
  completed_at: text,
  commission_count: z.int(),
  reference_number: z.string(),
});

/** The affiliate's list view. */
export const affiliatePayoutView = (payout: Payout): z.output<typeof affiliatePayoutSchema> => ({
  id: payout.id,
  amount: wire(payout, payout.amountMinor),
  currency: payout.currency,
  status: statusOf(payout) ?? 'pending',
  payment_method: methodOf(payout),
  payment_details: {
    provider: payout.provider,
    destination: maskedDestination(payout.destination),
  },
  requested_at: payout.requestedAt.toISOString(),
  processed_at: at(payout.submittedAt),
  completed_at: at(payout.completedAt),
  commission_count: payout.items.length,
  reference_number: payout.referenceNumber,
});

export const payoutListSchema = z.object({
  id: z.uuid(),
  amount: z.number(),
  fee_amount: z.number(),
  net_amount: z.number(),
  currency: z.string(),
  status,
  provider: z.enum(payoutProviders),
  created_at: z.iso.datetime(),
  arrived_at: text,
});

/** The manual payouts' list view. */
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

export const payoutDetailSchema = payoutListSchema.extend({
  payment_method: z.string(),
  commission_count: z.int(),
  commission_ids: z.array(z.uuid()),
  requested_at: z.iso.datetime(),
  processed_at: text,
  completed_at: text,
  transaction_id: text,
  reference_number: z.string(),
  cardproc_payout_id: text,
  walletco_payout_batch_id: text,
  walletco_payout_item_id: text,
  description: text,
  period_start: text,
  period_end: text,
  failure_reason: text,
  can_retry: z.boolean(),
  retry_count: z.int(),
});

/** Everything about one payout. */
export const payoutDetailView = (payout: Payout): z.output<typeof payoutDetailSchema> => {
  const isCardproc = payout.provider === 'cardproc_connect';
  return {
    ...payoutListView(payout),
    payment_method: methodOf(payout),
    commission_count: payout.items.length,
    commission_ids: payout.items.map(({ commissionId }) => commissionId),
    requested_at: payout.requestedAt.toISOString(),
    processed_at: at(payout.submittedAt),
    completed_at: at(payout.completedAt),
    transaction_id: payout.transactionId,
    reference_number: payout.referenceNumber,
    cardproc_payout_id: isCardproc ? payout.transactionId : null,
    walletco_payout_batch_id: payout.batchId,
    walletco_payout_item_id: isCardproc ? null : payout.transactionId,
    description: payout.description,
    // Requested and manual payouts cover no period; scheduled ones do.
    period_start: null,
    period_end: null,
    failure_reason: payout.failureReason,
    can_retry: canRetry(payout),
    retry_count: payout.retryCount,
  };
};

export const paymentSchema = z.object({
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
  invoice_url: text,
});

/** An item of the payment history. */
export const paymentView = (payout: Payout): z.output<typeof paymentSchema> => ({
  id: payout.id,
  amount: wire(payout, payout.amountMinor),
  net_amount: wire(payout, payout.amountMinor - payout.feeMinor),
  currency: payout.currency,
  status: statusOf(payout) ?? 'pending',
  payment_method_type: methodOf(payout),
  transaction_id: payout.transactionId,
  period_start: null,
  period_end: null,
  created_at: payout.requestedAt.toISOString(),
  completed_at: at(payout.completedAt),
  invoice_url: null,
});

/** `50.00 USD`, for sentences. */
export const amountText = (minor: number, currency: string): string =>
  `${formatAmount(minor, currency)} ${currency}`;
