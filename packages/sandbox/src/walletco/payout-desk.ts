import { Refusal } from '../http/refusal.ts';
import type { World } from '../world.ts';
import type { BatchRequest, PayoutBatch } from './payout-batch.ts';
import { applyItemStep, isSlow, itemPostingOf, planItem } from './payout-item.ts';
import type { ItemStep, PayoutItem, WalletcoPosting } from './payout-item.ts';
import type { WalletcoBooks, WalletcoChange } from './walletco-books.ts';

export type PayoutDesk = Readonly<{
  /** @throws Refusal 400 DUPLICATE_REQUEST, naming the batch that has the sender_batch_id */
  payOut(request: BatchRequest): PayoutBatch;
  /** Sends an unclaimed item's money back. @throws Refusal 400 where it is not unclaimed */
  cancel(item: PayoutItem): PayoutItem;
}>;

/** Writes a change down together with the event that tells of the item, and sends that event. */
export type AnnounceItem = (
  change: WalletcoChange,
  item: PayoutItem,
  status: ItemStep['to'],
) => void;

const SENDER_BATCH_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Goes on at once with the items that an earlier run left unsettled. */
export function createPayoutDesk(
  world: World,
  books: WalletcoBooks,
  announce: AnnounceItem,
): PayoutDesk {
  const { timers, settings, newId } = world;
  const nowMs = (): number => world.clock.now().getTime();

  function postingsFor(item: PayoutItem): WalletcoPosting[] {
    const kind = itemPostingOf(item.status);
    if (!kind) return [];
    const amountMinor = kind.sign * item.amountMinor;
    const posting = { type: kind.type, amountMinor, currency: item.currency, source: item.id };
    return [{ ...posting, id: newId('wln'), createdMs: nowMs() }];
  }

  function move(item: PayoutItem, step: ItemStep): PayoutItem {
    const moved = applyItemStep(item, step, nowMs());
    const wasLast = item.status === 'PENDING' && books.countPending(item.batchId) === 1;
    const batch = wasLast ? books.batches.find(item.batchId) : undefined;
    const completed = batch ? { batch: { ...batch, completedMs: nowMs() } } : {};
    const change = { items: [moved], postings: postingsFor(moved), ...completed };
    announce(change, moved, step.to);
    return moved;
  }

  function scheduleNext(item: PayoutItem): void {
    const [step] = item.steps;
    if (!step) return;
    timers.after(step.atMs - nowMs(), () => {
      // A cancelled item has changed in the meantime and has nothing left to do.
      if (books.items.find(item.id)?.status === item.status) scheduleNext(move(item, step));
    });
  }

  function create(request: BatchRequest): PayoutBatch {
    const createdMs = nowMs();
    const isLate = request.items.some(({ receiver }) => isSlow(receiver));
    const answerAtMs = isLate ? createdMs + settings.slow_ms : createdMs;
    const at = { answerAtMs, settleMs: settings.settle_ms };
    const { senderBatchId, emailSubject } = request;
    const batchId = newId('batch');
    const items = request.items.map((one): PayoutItem => {
      const steps = planItem(one.receiver, books.countOfSenderItem(one.senderItemId), at);
      const ids = { id: newId('item'), batchId, senderBatchId, transactionId: newId('wtx') };
      return { ...one, ...ids, status: 'PENDING', error: null, createdMs, processedMs: null, steps };
    });
    const itemIds = items.map(({ id }) => id);
    const times = { createdMs, answerAtMs, completedMs: null };
    const batch: PayoutBatch = { id: batchId, senderBatchId, emailSubject, itemIds, ...times };
    books.record({ batch, items, postings: items.flatMap(postingsFor) });
    items.forEach(scheduleNext);
    return batch;
  }

  for (const item of books.items.oldestFirst()) scheduleNext(item);

  return {
    payOut: (request) => {
      const earlier = books.findBySenderBatchId(request.senderBatchId);
      if (earlier && earlier.createdMs + SENDER_BATCH_LIFETIME_MS > nowMs()) {
        throw duplicateOf(earlier);
      }
      if (!books.items.hasRoomFor(request.items.length)) {
        throw new Refusal(503, 'BOOKS_FULL', 'The books are full.');
      }
      return create(request);
    },
    cancel: (item) => {
      if (item.status !== 'UNCLAIMED') {
        throw new Refusal(400, 'ITEM_NOT_UNCLAIMED', 'Only an unclaimed item can be cancelled.');
      }
      return move({ ...item, steps: [] }, { atMs: nowMs(), to: 'RETURNED', error: null });
    },
  };
}

function duplicateOf(batch: PayoutBatch): Refusal {
  const field = 'sender_batch_header.sender_batch_id';
  const issue = 'A batch with this sender_batch_id exists already.';
  return new Refusal(400, 'DUPLICATE_REQUEST', issue, {
    details: [{ field, issue }],
    extra: { payout_batch_id: batch.id, links: batchLinks(batch.id) },
  });
}

export function batchLinks(batchId: string): readonly Readonly<{ rel: string; href: string }>[] {
  return [{ rel: 'self', href: `/walletco/v1/payments/payouts/${batchId}` }];
}
