import { formatAmount } from '@tributary/money';
import type { Posting } from '../books/postings.ts';

export type ItemStatus =
  | 'PENDING'
  | 'SUCCESS'
  | 'ONHOLD'
  | 'UNCLAIMED'
  | 'FAILED'
  | 'RETURNED'
  | 'BLOCKED'
  | 'REFUNDED'
  | 'REVERSED';
export type ItemError = 'RECEIVER_DECLINED' | 'TEMPORARY_ERROR' | 'RECEIVER_BLOCKED';

/** Something that is still to happen to an item. */
export type ItemStep = Readonly<{
  atMs: number;
  to: Exclude<ItemStatus, 'PENDING'>;
  error: ItemError | null;
}>;

export type ItemRequest = Readonly<{
  receiver: string;
  amountMinor: number;
  currency: string;
  senderItemId: string;
  note: string | null;
}>;

export type PayoutItem = ItemRequest &
  Readonly<{
    id: string;
    batchId: string;
    senderBatchId: string;
    transactionId: string;
    status: ItemStatus;
    error: ItemError | null;
    createdMs: number;
    processedMs: number | null;
    steps: readonly ItemStep[];
  }>;

export type WalletcoPosting = Posting<'PAYOUT' | 'PAYOUT_RETURN'>;

const ERROR_MESSAGES: Readonly<Record<ItemError, string>> = {
  RECEIVER_DECLINED: 'The receiver does not take payments.',
  TEMPORARY_ERROR: 'The receiver cannot be reached just now.',
  RECEIVER_BLOCKED: 'The receiver is blocked.',
};

/** The end of the event's name, per status. */
const EVENT_SUFFIXES: Readonly<Record<ItemStep['to'], string>> = {
  SUCCESS: 'SUCCEEDED',
  ONHOLD: 'HELD',
  UNCLAIMED: 'UNCLAIMED',
  FAILED: 'FAILED',
  RETURNED: 'RETURNED',
  BLOCKED: 'BLOCKED',
  REFUNDED: 'REFUNDED',
  REVERSED: 'REVERSED',
};

const MONEY_BACK: ReadonlySet<ItemStatus> = new Set([
  'FAILED',
  'RETURNED',
  'BLOCKED',
  'REFUNDED',
  'REVERSED',
]);

type Outcome = Readonly<{ to: ItemStep['to']; error?: ItemError }>;

/** What the names with a meaning do; each outcome comes one settling time after the one before. */
const OUTCOMES: Readonly<Partial<Record<string, readonly Outcome[]>>> = {
  declined: [{ to: 'FAILED', error: 'RECEIVER_DECLINED' }],
  reversed: [{ to: 'SUCCESS' }, { to: 'REVERSED' }],
  refunded: [{ to: 'SUCCESS' }, { to: 'REFUNDED' }],
  onhold: [{ to: 'ONHOLD' }, { to: 'SUCCESS' }],
  unclaimed: [{ to: 'UNCLAIMED' }],
  returned: [{ to: 'UNCLAIMED' }, { to: 'RETURNED' }],
  blocked: [{ to: 'BLOCKED', error: 'RECEIVER_BLOCKED' }],
  pending: [],
};

/**
 * What will become of an item, by the local part of its receiver.
 * @param earlierOfSender how many items with this sender_item_id there were before
 * @param at when the batch is answered, and how long each outcome takes from there
 */
export function planItem(
  receiver: string,
  earlierOfSender: number,
  at: Readonly<{ answerAtMs: number; settleMs: number }>,
): readonly ItemStep[] {
  const name = localPartOf(receiver);
  const failsOnce = name === 'temporary' && earlierOfSender === 0;
  const outcomes: readonly Outcome[] = failsOnce
    ? [{ to: 'FAILED', error: 'TEMPORARY_ERROR' }]
    : ((Object.hasOwn(OUTCOMES, name) ? OUTCOMES[name] : undefined) ?? [{ to: 'SUCCESS' }]);
  return outcomes.map(({ to, error }, index) => ({
    atMs: at.answerAtMs + at.settleMs * (index + 1),
    to,
    error: error ?? null,
  }));
}

/** Whether a batch with this receiver is answered late. */
export function isSlow(receiver: string): boolean {
  return localPartOf(receiver) === 'slow';
}

/** The item after its next step. */
export function applyItemStep(item: PayoutItem, step: ItemStep, nowMs: number): PayoutItem {
  const steps = item.steps.slice(1);
  return { ...item, status: step.to, error: step.error, processedMs: nowMs, steps };
}

/** Which line of the statement a status brings, and its sign. */
export function itemPostingOf(
  status: ItemStatus,
): Readonly<{ type: WalletcoPosting['type']; sign: 1 | -1 }> | undefined {
  if (status === 'PENDING') return { type: 'PAYOUT', sign: -1 };
  return MONEY_BACK.has(status) ? { type: 'PAYOUT_RETURN', sign: 1 } : undefined;
}

export function itemEventType(status: ItemStep['to']): string {
  return `PAYMENT.PAYOUTS-ITEM.${EVENT_SUFFIXES[status]}`;
}

/** The item as callers see it. */
export function itemBody(item: PayoutItem): Readonly<Record<string, unknown>> {
  const { error, currency, note } = item;
  return {
    payout_item_id: item.id,
    payout_batch_id: item.batchId,
    sender_batch_id: item.senderBatchId,
    transaction_id: item.transactionId,
    transaction_status: item.status,
    payout_item: {
      recipient_type: 'EMAIL',
      amount: { value: formatAmount(item.amountMinor, currency), currency },
      receiver: item.receiver,
      sender_item_id: item.senderItemId,
      ...(note === null ? {} : { note }),
    },
    errors: error === null ? null : { name: error, message: ERROR_MESSAGES[error] },
    time_created: isoTime(item.createdMs),
    time_processed: item.processedMs === null ? null : isoTime(item.processedMs),
  };
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function localPartOf(receiver: string): string {
  return receiver.slice(0, receiver.lastIndexOf('@')).toLowerCase();
}
