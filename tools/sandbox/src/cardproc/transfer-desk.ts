import { DAY_MS } from '@tributary/units';
import { Refusal } from '../http/refusal.ts';
import type { World } from '../world.ts';
import type { CardprocBooks } from './cardproc-books.ts';
import type { TransferSettler } from './transfer-settler.ts';
import { planTransfer } from './transfer.ts';
import type { Transfer, TransferRequest } from './transfer.ts';

export type TransferDesk = Readonly<{
  /**
   * @returns the transfer, new or of an earlier call with this key and body
   * @throws Refusal 409 where the key was used with another body in the last 24 h
   */
  transfer(request: TransferRequest): Readonly<{ transfer: Transfer; isReplay: boolean }>;
}>;

const KEY_LIFETIME_MS = DAY_MS;

export function createTransferDesk(
  { settings, clock, newId }: World,
  books: CardprocBooks,
  settler: TransferSettler,
): TransferDesk {
  function create(request: TransferRequest, nowMs: number): Transfer {
    if (!books.transfers.hasRoomFor(1)) throw new Refusal(503, 'books_full', 'The books are full.');
    const payoutId = request.metadata['payout_id'];
    const earlier = payoutId === undefined ? 0 : books.listOfPayout(payoutId).length;
    const at = { nowMs, settleMs: settings.settle_ms, slowMs: settings.slow_ms };
    const transfer: Transfer = {
      ...request,
      ...planTransfer(request.destination, earlier, at),
      id: newId('tr'),
      status: 'pending',
      failureCode: null,
      createdMs: nowMs,
    };
    settler.begin(transfer);
    return transfer;
  }

  return {
    transfer: (request) => {
      const nowMs = clock.now().getTime();
      const earlier = books.findByKey(request.key);
      if (!earlier || earlier.createdMs + KEY_LIFETIME_MS <= nowMs) {
        return { transfer: create(request, nowMs), isReplay: false };
      }
      if (earlier.bodyHash === request.bodyHash) return { transfer: earlier, isReplay: true };
      const message = 'This Idempotency-Key was used with another body.';
      throw new Refusal(409, 'idempotency_key_reused', message);
    },
  };
}
