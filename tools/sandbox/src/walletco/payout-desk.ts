import { DAY_MS } from '@tributary/units';
import { Refusal } from '../http/refusal.ts';
import type { World } from '../world.ts';
import type { ItemSettler } from './item-settler.ts';
import type { BatchRequest, PayoutBatch } from './payout-batch.ts';
import { batchLinks } from './payout-batch.ts';
import { isSlow, planItem } from './payout-item.ts';
import type { PayoutItem } from './payout-item.ts';
import type { WalletcoBooks } from './walletco-books.ts';

export type PayoutDesk = Readonly<{
  /** @throws Refusal 400 DUPLICATE_REQUEST, naming the batch that has the sender_batch_id */
  payOut(request: BatchRequest): PayoutBatch;
  /** Sends an unclaimed item's money back. @throws Refusal 400 where it is not unclaimed */
  cancel(item: PayoutItem): PayoutItem;
}>;

const SENDER_BATCH_LIFETIME_MS = 30 * DAY_MS;

export function createPayoutDesk(
  { settings, clock, newId }: World,
  books: WalletcoBooks,
  settler: ItemSettler,
): PayoutDesk {
  function create(request: BatchRequest, createdMs: number): PayoutBatch {
    const isLate = request.items.some(({ receiver }) => isSlow(receiver));
    const answerAtMs = isLate ? createdMs + settings.slow_ms : createdMs;
    const at = { answerAtMs, settleMs: settings.settle_ms };
    const { senderBatchId, emailSubject } = request;
    const batchId = newId('batch');
    const items = request.items.map((one): PayoutItem => {
      const steps = planItem(one.receiver, books.countOfSenderItem(one.senderItemId), at);
      const ids = { id: newId('item'), batchId, senderBatchId, transactionId: newId('wtx') };
      const state = { status: 'PENDING', error: null, createdMs, processedMs: null } as const;
      return { ...one, ...ids, ...state, steps };
    });
    const itemIds = items.map(({ id }) => id);
    const times = { createdMs, answerAtMs, completedMs: null };
    const batch: PayoutBatch = { id: batchId, senderBatchId, emailSubject, itemIds, ...times };
    settler.begin(batch, items);
    return batch;
  }

  return {
    payOut: (request) => {
      const nowMs = clock.now().getTime();
      const earlier = books.findBySenderBatchId(request.senderBatchId);
      if (earlier && earlier.createdMs + SENDER_BATCH_LIFETIME_MS > nowMs) {
        throw duplicateOf(earlier);
      }
      if (!books.items.hasRoomFor(request.items.length)) {
        throw new Refusal(503, 'BOOKS_FULL', 'The books are full.');
      }
      return create(request, nowMs);
    },
    cancel: (item) => {
      if (item.status !== 'UNCLAIMED') {
        throw new Refusal(400, 'ITEM_NOT_UNCLAIMED', 'Only an unclaimed item can be cancelled.');
      }
      const step = { atMs: clock.now().getTime(), to: 'RETURNED', error: null } as const;
      return settler.move({ ...item, steps: [] }, step);
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
