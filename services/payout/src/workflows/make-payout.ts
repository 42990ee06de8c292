import { type Deps } from '../deps.ts';
import { after } from '../domain/due.ts';
import { isAbandoned, type Payout } from '../domain/payout.ts';
import { type PayoutRequest } from '../domain/payout-request.ts';
import { draftPayout } from './draft-payout.ts';
import { type ReserveDeps, reservePayout } from './reserve-payout.ts';

export type MakePayoutDeps = ReserveDeps & Pick<Deps, 'abandonedMs' | 'fees' | 'newId'>;

/**
 * Makes a payout and reserves its amount while the caller waits. Where the ledger refuses, or its answer is unknown,
 * the caller gets an error and whatever was reserved is released.
 */
export async function makePayout(deps: MakePayoutDeps, request: PayoutRequest): Promise<Payout> {
  for (;;) {
    const inserted = await deps.transaction(async ({ payouts }) => {
      const now = deps.clock.now();
      const payout = draftPayout(deps, request, now);
      await payouts.insert(payout, after(now, deps.abandonedMs));
      return payout;
    });
    // A repeated Idempotency-Key yields the payout of the first call; if that was abandoned, make another.
    const payout = (await deps.payouts.load(inserted.id))?.payout ?? inserted;
    if (payout.step === 'reserving') return reservePayout(deps, payout);
    if (!isAbandoned(payout)) return payout;
  }
}
