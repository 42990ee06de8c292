import type { World } from '../world.ts';
import type { Announce, CardprocBooks } from './cardproc-books.ts';
import { applyStep, postingOf, transferBody } from './transfer.ts';
import type { CardprocPosting, Transfer } from './transfer.ts';

export type TransferSettler = Readonly<{
  /** Writes a new transfer down and lets its steps happen when they are due. */
  begin(transfer: Transfer): void;
}>;

/** Goes on at once with the transfers that an earlier run left unsettled. */
export function createTransferSettler(
  world: World,
  books: CardprocBooks,
  announce: Announce,
): TransferSettler {
  const nowMs = (): number => world.clock.now().getTime();

  function postingFor(transfer: Transfer): { posting?: CardprocPosting } {
    const kind = postingOf(transfer.status);
    if (!kind) return {};
    const { id: source, amount, currency } = transfer;
    const posting = { source, currency, type: kind.type, amountMinor: kind.sign * amount };
    return { posting: { ...posting, id: world.newId('txn'), createdMs: nowMs() } };
  }

  function scheduleNext(transfer: Transfer): void {
    const [step] = transfer.steps;
    if (!step) return;
    world.timers.after(step.atMs - nowMs(), () => {
      const moved = applyStep(transfer, step);
      const change = { transfer: moved, ...postingFor(moved) };
      announce(change, `transfer.${moved.status}`, transferBody(moved));
      scheduleNext(moved);
    });
  }

  for (const transfer of books.transfers.oldestFirst()) scheduleNext(transfer);

  return {
    begin: (transfer) => {
      books.record({ transfer, ...postingFor(transfer) });
      scheduleNext(transfer);
    },
  };
}
