import { randomInt } from 'node:crypto';
import { type Deps } from '../deps.ts';
import { feeOf } from '../domain/fee.ts';
import { type Payout } from '../domain/payout.ts';
import { newPayout, PAYOUT_CURRENCY, type PayoutRequest } from '../domain/payout-request.ts';

/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** PO-YYYYMMDD-XXXXXX */
function referenceNumber(now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  const random = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)] ?? 'A');
  return `PO-${day}-${random.join('')}`;
}

/** A new payout with its id, reference number and fee; not saved. */
export const draftPayout = (
  deps: Pick<Deps, 'newId' | 'fees'>,
  request: PayoutRequest,
  now: Date,
): Payout =>
  newPayout(request, {
    id: deps.newId(),
    referenceNumber: referenceNumber(now),
    feeMinor: feeOf(request.amountMinor, PAYOUT_CURRENCY, deps.fees[request.account.provider]),
    requestedAt: now,
  });
