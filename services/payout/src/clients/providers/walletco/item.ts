import { z } from 'zod';
import { parseAmount } from '@tributary/money';
import { type ProviderOutcome } from '../../../domain/provider-outcome.ts';
import { type ProviderPayment } from '../../../domain/reconciliation.ts';

/** One payment of a batch, as the wallet tells it. */
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

/** Whether another try may work. */
export const isTemporary = (reason: string): boolean => reason === 'temporary_error';

export const outcomeOf = (told: Item): ProviderOutcome => {
  const state = states[told.transaction_status];
  const reason = told.errors?.name.toLowerCase() ?? told.transaction_status.toLowerCase();
  return {
    state,
    transactionId: told.transaction_id,
    batchId: told.payout_batch_id,
    itemId: told.payout_item_id,
    failureReason: state === 'failed' ? reason : null,
    failureIsTemporary: isTemporary(reason),
  };
};

/** A batch was taken, its items were not looked at yet. */
export const pendingIn = (batchId: string): ProviderOutcome => ({
  state: 'pending',
  transactionId: null,
  batchId,
  itemId: null,
  failureReason: null,
  failureIsTemporary: false,
});

export const paymentOf = (told: Item): ProviderPayment => {
  const { sender_item_id: payoutId, amount } = told.payout_item;
  return {
    payoutId,
    key: told.sender_batch_id,
    amountMinor: parseAmount(amount.value, amount.currency),
    currency: amount.currency,
    outcome: outcomeOf(told),
  };
};
