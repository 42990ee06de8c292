import { type DomainEvent, paymentProcessing } from '@tributary/contracts';
import { type Payout, snapshotOf } from './payout.ts';
import { type Decision } from './payout-steps.ts';

/** What a provider says of a payment. */
export interface ProviderOutcome {
  readonly state: 'pending' | 'paid' | 'failed' | 'reversed';
  readonly transactionId: string | null;
  readonly batchId: string | null;
  /** The provider's name for this payment within a batch. */
  readonly itemId: string | null;
  /** With `failed`: the provider's code, and whether another try may work. */
  readonly failureReason: string | null;
  readonly failureIsTemporary: boolean;
}

/**
 * Takes in what the provider says, whether it answered, called back or was asked. Undefined where
 * it changes nothing: callbacks come twice, late and out of order.
 */
export function decideOutcome(
  payout: Payout,
  outcome: ProviderOutcome,
  now: Date,
): Decision | undefined {
  switch (payout.step) {
    case 'submitting':
      return decideSubmitted(payout, outcome, now);
    case 'sent':
      return decideArrived(payout, outcome, now);
    case 'settling':
    case 'completed':
      return decideReversed(payout, outcome);
    default:
      return undefined;
  }
}

const silently = (payout: Payout): Decision => ({ payout, events: [] });

const withIds = (payout: Payout, outcome: ProviderOutcome): Payout => ({
  ...payout,
  transactionId: outcome.transactionId ?? payout.transactionId,
  batchId: outcome.batchId ?? payout.batchId,
  itemId: outcome.itemId ?? payout.itemId,
});

function decideSubmitted(payout: Payout, outcome: ProviderOutcome, now: Date): Decision {
  const sent: Payout = { ...withIds(payout, outcome), step: 'sent', submittedAt: now };
  const processing: DomainEvent = paymentProcessing(snapshotOf(sent));
  const next = decideArrived(sent, outcome, now);
  if (next === undefined) return { payout: sent, events: [processing] };
  // What the provider refused to begin with it never had.
  const wasTaken = sent.transactionId !== null || sent.batchId !== null;
  if (!wasTaken) return silently({ ...next.payout, submittedAt: null });
  return { ...next, events: [processing, ...next.events] };
}

function decideArrived(payout: Payout, outcome: ProviderOutcome, now: Date): Decision | undefined {
  const known = withIds(payout, outcome);
  if (outcome.state === 'pending') {
    // The ids may be news.
    const ids = ['transactionId', 'batchId', 'itemId'] as const;
    const isNews = ids.some((name) => known[name] !== payout[name]);
    return isNews ? silently(known) : undefined;
  }
  if (outcome.state === 'failed') {
    const { failureReason, failureIsTemporary } = outcome;
    return silently({ ...known, failureReason, failureIsTemporary, step: 'releasing' });
  }
  // Reversed implies that it was paid: it is settled first and then taken back.
  const isReversed = outcome.state === 'reversed';
  return silently({ ...known, isReversed, step: 'settling', completedAt: now });
}

function decideReversed(payout: Payout, { state }: ProviderOutcome): Decision | undefined {
  if (state !== 'reversed' || payout.isReversed) return undefined;
  const step = payout.step === 'completed' ? 'restoring' : payout.step;
  return silently({ ...payout, isReversed: true, step });
}
