import { z } from 'zod';
import { parseAmount } from '@tributary/money';
import { type ProviderOutcome } from '../../../domain/provider-outcome.ts';
import { type ProviderPayment } from '../../../domain/reconciliation.ts';

/** One payment of a batch in the wallet's API. */
export const item = z.object({
  payout_item_id: z.string(),
  payout_batch_id: z.string(),
  sender_batch_id: z.string(),
  transaction_id: z.string().nullable(),
  transaction_status: z.enum([
    'PENDING',
    'SUCCESS',
    'ONHOLD',
    'UNCLAIMED',
    'FAILED',
    'RETURNED',
    'BLOCKED',
    'REFUNDED',
    'REVERSED',
  ]),
  payout_item: z.object({
    sender_item_id: z.string(),
    amount: z.object({ value: z.string(), currency: z.string() }),
  }),
  errors: z.object({ name: z.string() }).nullable(),
});
export type Item = z.output<typeof item>;

const states: Readonly<Record<Item['transaction_status'], ProviderOutcome['state']>> = {
  PENDING: 'pending',
  ONHOLD: 'pending',
  UNCLAIMED: 'pending',
  SUCCESS: 'paid',
  FAILED: 'failed',
  RETURNED: 'failed',
  BLOCKED: 'failed',
  REFUNDED: 'reversed',
  REVERSED: 'reversed',
};

/** Whether a retry may succeed. */
export const isTemporary = (reason: string): boolean => reason === 'temporary_error';

export const outcomeOf = (listed: Item): ProviderOutcome => {
  const state = states[listed.transaction_status];
  const reason = listed.errors?.name.toLowerCase() ?? listed.transaction_status.toLowerCase();
  return {
    state,
    transactionId: listed.transaction_id,
    batchId: listed.payout_batch_id,
    itemId: listed.payout_item_id,
    failureReason: state === 'failed' ? reason : null,
    failureIsTemporary: isTemporary(reason),
  };
};

/** The outcome of a payment in an accepted batch whose items were not read yet. */
export const pendingIn = (batchId: string): ProviderOutcome => ({
  state: 'pending',
  transactionId: null,
  batchId,
  itemId: null,
  failureReason: null,
  failureIsTemporary: false,
});

export const paymentOf = (listed: Item): ProviderPayment => {
  const { sender_item_id: payoutId, amount } = listed.payout_item;
  return {
    payoutId,
    key: listed.sender_batch_id,
    amountMinor: parseAmount(amount.value, amount.currency),
    currency: amount.currency,
    outcome: outcomeOf(listed),
  };
};
