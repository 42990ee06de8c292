import { Refusal } from '../http/refusal.ts';
import type { World } from '../world.ts';
import type { Announce, CardprocBooks } from './cardproc-books.ts';
import { applyStep, planTransfer, postingOf, transferBody } from './transfer.ts';
import type { CardprocPosting, Transfer, TransferRequest } from './transfer.ts';

export type TransferDesk = Readonly<{
  /**
   * @returns the transfer, new or of an earlier call with this key and body
   * @throws Refusal 409 where the key was used with another body in the last 24 h
   */
  transfer(request: TransferRequest): Readonly<{ transfer: Transfer; isReplay: boolean }>;
}>;

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Goes on at once with the transfers that an earlier run left unsettled. */
export function createTransferDesk(
  world: World,
  books: CardprocBooks,
  announce: Announce,
): TransferDesk {
  const { timers, settings, newId } = world;
  const nowMs = (): number => world.clock.now().getTime();

  function postingFor(transfer: Transfer): { posting?: CardprocPosting } {
    const kind = postingOf(transfer.status);
    if (!kind) return {};
    const { id: source, amount, currency } = transfer;
    const posting = { source, currency, type: kind.type, amountMinor: kind.sign * amount };
    return { posting: { ...posting, id: newId('txn'), createdMs: nowMs() } };
  }

  function scheduleNext(transfer: Transfer): void {
    const [step] = transfer.steps;
    if (!step) return;
    timers.after(step.atMs - nowMs(), () => {
      const moved = applyStep(transfer, step);
      const change = { transfer: moved, ...postingFor(moved) };
      announce(change, `transfer.${moved.status}`, transferBody(moved));
      scheduleNext(moved);
    });
  }

  function create(request: TransferRequest): Transfer {
    if (!books.transfers.hasRoomFor(1)) throw new Refusal(503, 'books_full', 'The books are full.');
    const payoutId = request.metadata['payout_id'];
    const earlier = payoutId === undefined ? 0 : books.listOfPayout(payoutId).length;
    const at = { nowMs: nowMs(), settleMs: settings.settle_ms, slowMs: settings.slow_ms };
    const transfer: Transfer = {
      ...request,
      ...planTransfer(request.destination, earlier, at),
      id: newId('tr'),
      status: 'pending',
      failureCode: null,
      createdMs: at.nowMs,
    };
    books.record({ transfer, ...postingFor(transfer) });
    scheduleNext(transfer);
    return transfer;
  }

  for (const transfer of books.transfers.oldestFirst()) scheduleNext(transfer);

  return {
    transfer: (request) => {
      const earlier = books.findByKey(request.key);
      if (!earlier || earlier.createdMs + KEY_LIFETIME_MS <= nowMs()) {
        return { transfer: create(request), isReplay: false };
      }
      if (earlier.bodyHash === request.bodyHash) return { transfer: earlier, isReplay: true };
      const message = 'This Idempotency-Key was used with another body.';
      throw new Refusal(409, 'idempotency_key_reused', message);
    },
  };
}
