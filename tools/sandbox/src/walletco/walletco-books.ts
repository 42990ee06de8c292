import { openJournal } from '../books/journal.ts';
import { createShelf } from '../books/shelf.ts';
import type { Shelf } from '../books/shelf.ts';
import { createEventLog } from '../callbacks/event-log.ts';
import type { CallbackEvent, Delivery, EventLog } from '../callbacks/event-log.ts';
import type { PayoutBatch } from './payout-batch.ts';
import type { ItemStep, PayoutItem, WalletcoPosting } from './payout-item.ts';

/** What one moment changes, written as one line: a crash keeps all of it or nothing. */
export type WalletcoChange = Readonly<{
  batch?: PayoutBatch;
  items?: readonly PayoutItem[];
  postings?: readonly WalletcoPosting[];
  event?: CallbackEvent;
  delivery?: Delivery & Readonly<{ eventId: string }>;
}>;

export type WalletcoBooks = Readonly<{
  batches: Shelf<PayoutBatch>;
  items: Shelf<PayoutItem>;
  postings: Shelf<WalletcoPosting>;
  events: EventLog;
  /** Writes the change down, then shows it. */
  record(change: WalletcoChange): void;
  /** The newest batch with this sender_batch_id. */
  findBySenderBatchId(senderBatchId: string): PayoutBatch | undefined;
  countOfSenderItem(senderItemId: string): number;
  countPending(batchId: string): number;
  close(): void;
}>;

/** Records a change together with the event about the item, and sends that event. */
export type AnnounceItem = (
  change: WalletcoChange,
  item: PayoutItem,
  status: ItemStep['to'],
) => void;

const MAX_ITEMS = 100_000;
const POSTINGS_PER_ITEM = 2;

/** @param file where the books are kept; undefined: in memory only */
export async function openWalletcoBooks(file: string | undefined): Promise<WalletcoBooks> {
  const batches = createShelf<PayoutBatch>(MAX_ITEMS);
  const items = createShelf<PayoutItem>(MAX_ITEMS);
  const postings = createShelf<WalletcoPosting>(MAX_ITEMS * POSTINGS_PER_ITEM);
  const events = createEventLog();
  const batchIds = new Map<string, string>();
  const senderItemCounts = new Map<string, number>();
  const pendingCounts = new Map<string, number>();

  function showItem(item: PayoutItem): void {
    const before = items.find(item.id);
    items.put(item);
    if (!before) add(senderItemCounts, item.senderItemId, 1);
    const change = pendingWeight(item) - (before ? pendingWeight(before) : 0);
    if (change !== 0) add(pendingCounts, item.batchId, change);
  }

  function show(change: WalletcoChange): void {
    if (change.batch) {
      batches.put(change.batch);
      batchIds.set(change.batch.senderBatchId, change.batch.id);
    }
    for (const item of change.items ?? []) showItem(item);
    for (const posting of change.postings ?? []) postings.put(posting);
    if (change.event) events.put(change.event);
    if (change.delivery) events.settle(change.delivery.eventId, change.delivery);
  }

  function* snapshot(): Iterable<WalletcoChange> {
    for (const batch of batches.oldestFirst()) yield { batch };
    for (const item of items.oldestFirst()) yield { items: [item] };
    for (const posting of postings.oldestFirst()) yield { postings: [posting] };
    for (const event of events.oldestFirst()) yield { event };
  }

  const journal = await openJournal<WalletcoChange>({ file, replay: show, snapshot });

  return {
    batches,
    items,
    postings,
    events,
    record: (change) => {
      journal.append(change);
      show(change);
    },
    findBySenderBatchId: (senderBatchId) => {
      const id = batchIds.get(senderBatchId);
      return id === undefined ? undefined : batches.find(id);
    },
    countOfSenderItem: (senderItemId) => senderItemCounts.get(senderItemId) ?? 0,
    countPending: (batchId) => pendingCounts.get(batchId) ?? 0,
    close: journal.close,
  };
}

function pendingWeight({ status }: PayoutItem): number {
  return status === 'PENDING' ? 1 : 0;
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
