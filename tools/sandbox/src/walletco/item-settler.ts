import type { World } from '../world.ts';
import type { PayoutBatch } from './payout-batch.ts';
import { applyItemStep, itemPostingOf } from './payout-item.ts';
import type { ItemStep, PayoutItem, WalletcoPosting } from './payout-item.ts';
import type { AnnounceItem, WalletcoBooks } from './walletco-books.ts';

export type ItemSettler = Readonly<{
  /** Writes a new batch down and lets the steps of its items happen when they are due. */
  begin(batch: PayoutBatch, items: readonly PayoutItem[]): void;
  /** Lets one step happen now. @returns the item after it */
  move(item: PayoutItem, step: ItemStep): PayoutItem;
}>;

/** Goes on at once with the items that an earlier run left unsettled. */
export function createItemSettler(
  world: World,
  books: WalletcoBooks,
  announce: AnnounceItem,
): ItemSettler {
  const nowMs = (): number => world.clock.now().getTime();

  function postingsFor(item: PayoutItem): WalletcoPosting[] {
    const kind = itemPostingOf(item.status);
    if (!kind) return [];
    const amountMinor = kind.sign * item.amountMinor;
    const posting = { type: kind.type, amountMinor, currency: item.currency, source: item.id };
    return [{ ...posting, id: world.newId('wln'), createdMs: nowMs() }];
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
    world.timers.after(step.atMs - nowMs(), () => {
      // An item that was cancelled in the meantime has nothing left to do.
      if (books.items.find(item.id)?.status === item.status) scheduleNext(move(item, step));
    });
  }

  for (const item of books.items.oldestFirst()) scheduleNext(item);

  return {
    begin: (batch, items) => {
      books.record({ batch, items, postings: items.flatMap(postingsFor) });
      items.forEach(scheduleNext);
    },
    move,
  };
}
