import {
  paymentCompleted,
  paymentFailed,
  paymentInitiated,
  paymentProcessing,
  paymentRefunded,
  payoutCompleted,
  payoutFailed,
  type DomainEvent,
  type PayoutProvider,
  type PayoutSnapshot,
} from '@tributary/contracts';
import { conflict } from '@tributary/errors';

/**
 * What is to be done next. Each step is one call outside that may be repeated, and ends in one
 * transaction that names the next.
 *
 * reserving → (held →) submitting → sent → settling → completed → restoring → reversed
 *     ↓           ↓          ↓        ↓
 *  voiding ← ─ ─ ─       releasing → failed → (retry) reserving
 *     ↓
 *   void
 */
export type Step =
  | 'reserving'
  | 'held'
  | 'submitting'
  | 'sent'
  | 'settling'
  | 'completed'
  | 'releasing'
  | 'failed'
  | 'voiding'
  | 'void'
  | 'restoring'
  | 'reversed';

export interface PayoutItem {
  readonly commissionId: string;
  readonly amountMinor: number;
}

export interface Payout {
  readonly id: string;
  readonly affiliateId: string;
  readonly accountId: string;
  readonly provider: PayoutProvider;
  /** The destination as it was when the payout was made. */
  readonly destination: string;
  readonly kind: 'requested' | 'manual';
  readonly step: Step;
  readonly amountMinor: number;
  readonly feeMinor: number;
  readonly currency: string;
  /** Exactly these commissions; empty: the oldest first. */
  readonly commissionIds: readonly string[];
  /** What the reserve took. */
  readonly items: readonly PayoutItem[];
  readonly referenceNumber: string;
  readonly description: string | null;
  /** How often it was tried again. */
  readonly retryCount: number;
  /** The provider's ids, once it has told them. */
  readonly transactionId: string | null;
  readonly batchId: string | null;
  readonly failureReason: string | null;
  /** Whether another try may work. */
  readonly failureIsTemporary: boolean;
  /** The provider has taken it back; it may have said so before the ledger had settled. */
  readonly isReversed: boolean;
  /** Why it waits for a look, for administrators; empty where it does not. */
  readonly holdReasons: readonly string[];
  readonly requestedAt: Date;
  readonly submittedAt: Date | null;
  readonly completedAt: Date | null;
}

export const MAX_RETRIES = 3;

const statuses: Readonly<Record<Step, PayoutSnapshot['status'] | undefined>> = {
  reserving: undefined,
  voiding: undefined,
  void: undefined,
  held: 'pending',
  submitting: 'pending',
  sent: 'in_transit',
  settling: 'in_transit',
  releasing: 'in_transit',
  completed: 'completed',
  restoring: 'completed',
  failed: 'failed',
  reversed: 'failed',
};

/**
 * The status that callers see; undefined for a payout that never came to be. A manual payout is
 * promised to be on its way as soon as its amount is reserved.
 */
export const statusOf = ({
  step,
  kind,
}: Pick<Payout, 'step' | 'kind'>): PayoutSnapshot['status'] | undefined =>
  step === 'submitting' && kind === 'manual' ? 'in_transit' : statuses[step];

export const canRetry = ({ step, failureIsTemporary, retryCount }: Payout): boolean =>
  step === 'failed' && failureIsTemporary && retryCount < MAX_RETRIES;

/** The payout as events carry it. */
export const snapshotOf = (payout: Payout): PayoutSnapshot => ({
  payoutId: payout.id,
  affiliateId: payout.affiliateId,
  accountId: payout.accountId,
  provider: payout.provider,
  status: statusOf(payout) ?? 'pending',
  amountMinor: payout.amountMinor,
  feeMinor: payout.feeMinor,
  netMinor: payout.amountMinor - payout.feeMinor,
  currency: payout.currency,
  commissionCount: payout.items.length,
  referenceNumber: payout.referenceNumber,
  transactionId: payout.transactionId,
  failureReason: payout.failureReason,
  requestedAt: payout.requestedAt.toISOString(),
  completedAt: payout.completedAt?.toISOString() ?? null,
});

export interface Decision {
  readonly payout: Payout;
  readonly events: readonly DomainEvent[];
}

const moved = (payout: Payout, ...events: ((data: PayoutSnapshot) => DomainEvent)[]): Decision => ({
  payout,
  events: events.map((announce) => announce(snapshotOf(payout))),
});

function requireStep(payout: Payout, ...allowed: readonly Step[]): void {
  if (allowed.includes(payout.step)) return;
  throw conflict('payout_in_another_state', {
    message: `The payout is ${payout.step}`,
    details: { payout_id: payout.id },
  });
}

/** The amount is set aside: the payout goes on, or waits for a look where there are reasons to. */
export function decideReserved(
  payout: Payout,
  items: readonly PayoutItem[],
  holdReasons: readonly string[],
): Decision {
  requireStep(payout, 'reserving');
  if (holdReasons.length > 0) return moved({ ...payout, items, holdReasons, step: 'held' });
  return moved({ ...payout, items, step: 'submitting' }, paymentInitiated);
}

/** Nothing could be set aside, or nobody knows whether it was: whatever was, is to be released. */
export const decideVoid = (payout: Payout): Decision => {
  requireStep(payout, 'reserving');
  if (payout.retryCount === 0) return moved({ ...payout, step: 'voiding' });
  // A payout that had failed before stays what it was.
  return moved({ ...payout, failureReason: 'reserve_failed', step: 'releasing' });
};

/** An administrator lets a held payout go on. */
export function decideReleaseHold(payout: Payout): Decision {
  requireStep(payout, 'held');
  return moved({ ...payout, step: 'submitting' }, paymentInitiated);
}

/** An administrator refuses a held payout. */
export function decideRefuseHold(payout: Payout): Decision {
  requireStep(payout, 'held');
  const failed = { failureReason: 'refused_by_review', failureIsTemporary: false };
  return moved({ ...payout, ...failed, step: 'releasing' });
}

/** What a provider says of a payment. */
export interface ProviderOutcome {
  readonly state: 'pending' | 'paid' | 'failed' | 'reversed';
  readonly transactionId: string | null;
  readonly batchId: string | null;
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
      return decideSent(payout, outcome, now);
    case 'sent':
      return decideArrived(payout, outcome, now);
    case 'settling':
    case 'completed':
      return decideReversed(payout, outcome);
    default:
      return undefined;
  }
}

const withIds = (payout: Payout, outcome: ProviderOutcome): Payout => ({
  ...payout,
  transactionId: outcome.transactionId ?? payout.transactionId,
  batchId: outcome.batchId ?? payout.batchId,
});

function decideSent(payout: Payout, outcome: ProviderOutcome, now: Date): Decision {
  const taken: Payout = { ...withIds(payout, outcome), step: 'sent', submittedAt: now };
  const sent = moved(taken, paymentProcessing);
  const next = decideArrived(taken, outcome, now);
  return next === undefined ? sent : { ...next, events: [...sent.events, ...next.events] };
}

function decideArrived(payout: Payout, outcome: ProviderOutcome, now: Date): Decision | undefined {
  if (outcome.state === 'pending') return undefined;
  const known = withIds(payout, outcome);
  if (outcome.state === 'failed') {
    const { failureReason, failureIsTemporary } = outcome;
    return moved({ ...known, failureReason, failureIsTemporary, step: 'releasing' });
  }
  // Reversed implies that it was paid: it is settled first and then taken back.
  const isReversed = outcome.state === 'reversed';
  return moved({ ...known, isReversed, step: 'settling', completedAt: now });
}

function decideReversed(payout: Payout, { state }: ProviderOutcome): Decision | undefined {
  if (state !== 'reversed' || payout.isReversed) return undefined;
  const step = payout.step === 'completed' ? 'restoring' : payout.step;
  return moved({ ...payout, isReversed: true, step });
}

/** The ledger has done what the step asked of it. */
export function decideBooked(payout: Payout): Decision {
  switch (payout.step) {
    case 'settling': {
      const step = payout.isReversed ? 'restoring' : 'completed';
      return moved({ ...payout, step }, paymentCompleted, payoutCompleted);
    }
    case 'releasing':
      return moved({ ...payout, step: 'failed' }, paymentFailed, payoutFailed);
    case 'voiding':
      return moved({ ...payout, step: 'void' });
    case 'restoring': {
      const failure = { failureReason: 'reversed_by_provider', failureIsTemporary: false };
      return moved({ ...payout, ...failure, step: 'reversed' }, paymentRefunded);
    }
    default:
      requireStep(payout, 'settling', 'releasing', 'voiding', 'restoring');
      return moved(payout);
  }
}

/** Another try of a failed payout: its amount is set aside anew. @throws conflict `payout_cannot_be_retried` */
export function decideRetry(payout: Payout): Decision {
  if (!canRetry(payout)) {
    throw conflict('payout_cannot_be_retried', {
      message: 'Only a payout that failed for a temporary reason can be tried again, three times',
    });
  }
  const cleared = {
    failureReason: null,
    failureIsTemporary: false,
    transactionId: null,
    batchId: null,
  };
  return moved({
    ...payout,
    ...cleared,
    step: 'reserving',
    kind: 'manual',
    retryCount: payout.retryCount + 1,
    commissionIds: [],
    completedAt: null,
  });
}

/** The provider's idempotency key: one payment per payout and try. */
export const paymentKey = ({ id, retryCount }: Pick<Payout, 'id' | 'retryCount'>): string =>
  `${id}-${String(retryCount)}`;
