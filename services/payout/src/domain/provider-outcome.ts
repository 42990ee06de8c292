import { type DomainEvent, paymentProcessing } from '@tributary/contracts';
import { type Payout, snapshotOf } from './payout.ts';
import { type Decision } from './payout-steps.ts';

/** A provider's ids of a payment; null until the provider has reported them. */
export interface PaymentIds {
  readonly transactionId: string | null;
  readonly batchId: string | null;
  /** Identifies the payment within its batch. */
  readonly itemId: string | null;
}

/** A payment's outcome as its provider reports it. */
export interface ProviderOutcome extends PaymentIds {
  readonly state: 'pending' | 'paid' | 'failed' | 'reversed';
  /** With `failed`: the provider's code, and whether a retry may succeed. */
  readonly failureReason: string | null;
  readonly failureIsTemporary: boolean;
}

/**
 * Decides on an outcome from a response, a callback or polling. Undefined where it changes nothing: callbacks arrive
 * twice, late and out of order.
 */
export function decideOutcome(
  payout: Payout,
  outcome: ProviderOutcome,
  now: Date,
): Decision | undefined {
  switch (payout.step) {
    case 'submitting':
      return decideWhileSubmitting(payout, outcome, now);
    case 'sent':
      return decideWhileSent(payout, outcome, now);
    case 'settling':
    case 'completed':
      return decideAfterPayment(payout, outcome);
    default:
      return undefined;
  }
}

const withoutEvents = (payout: Payout): Decision => ({ payout, events: [] });

const withIds = (payout: Payout, outcome: ProviderOutcome): Payout => ({
  ...payout,
  transactionId: outcome.transactionId ?? payout.transactionId,
  batchId: outcome.batchId ?? payout.batchId,
  itemId: outcome.itemId ?? payout.itemId,
});

function decideWhileSubmitting(payout: Payout, outcome: ProviderOutcome, now: Date): Decision {
  const sent: Payout = { ...withIds(payout, outcome), step: 'sent', submittedAt: now };
  const processing: DomainEvent = paymentProcessing(snapshotOf(sent));
  const next = decideWhileSent(sent, outcome, now);
  if (next === undefined) return { payout: sent, events: [processing] };
  // A payment that the provider refused at once was never in progress.
  const wasAccepted = sent.transactionId !== null || sent.batchId !== null;
  if (!wasAccepted) return withoutEvents({ ...next.payout, submittedAt: null });
  return { ...next, events: [processing, ...next.events] };
}

function decideWhileSent(
  payout: Payout,
  outcome: ProviderOutcome,
  now: Date,
): Decision | undefined {
  const known = withIds(payout, outcome);
  if (outcome.state === 'pending') {
    const ids = ['transactionId', 'batchId', 'itemId'] as const;
    const hasNewId = ids.some((name) => known[name] !== payout[name]);
    return hasNewId ? withoutEvents(known) : undefined;
  }
  if (outcome.state === 'failed') {
    const { failureReason, failureIsTemporary } = outcome;
    return withoutEvents({ ...known, failureReason, failureIsTemporary, step: 'releasing' });
  }
  // A reversed payment was paid before: it is settled first and then restored.
  const isReversed = outcome.state === 'reversed';
  return withoutEvents({ ...known, isReversed, step: 'settling', completedAt: now });
}

function decideAfterPayment(payout: Payout, { state }: ProviderOutcome): Decision | undefined {
  if (state !== 'reversed' || payout.isReversed) return undefined;
  const step = payout.step === 'completed' ? 'restoring' : payout.step;
  return withoutEvents({ ...payout, isReversed: true, step });
}
