import { notFound } from '@tributary/errors';
import type { Deps } from './deps.ts';
import type { Changes, Making } from './domain/changes.ts';
import type { PayoutBook } from './domain/payout-outcome.ts';
import type { Reservation } from './domain/reservation.ts';

/**
 * Decides what becomes of a payout's reservation and its commissions, and saves it, in the affiliate's lane.
 * @returns the reservation as it is then
 * @throws not_found `reservation_not_found`
 */
export async function moveReserved(
  deps: Deps,
  payoutId: string,
  decide: (book: PayoutBook, making: Making) => Changes,
): Promise<Reservation> {
  const missing = () => notFound('reservation_not_found', { details: { payout_id: payoutId } });
  const known = await deps.stores.reservations.find(payoutId);
  if (known === undefined) throw missing();
  return deps.lanes.run([known.affiliateId], () =>
    deps.largeMoves.run(known.items.length, () =>
      deps.payoutTransaction(async (scope) => {
        const reservation = await scope.reservations.find(payoutId);
        if (reservation === undefined) throw missing();
        const ids = reservation.items.map(({ commissionId }) => commissionId);
        const commissions = await scope.commissions.listByIds(ids);
        const making = { now: deps.clock.now(), newId: deps.newId };
        const changes = decide({ reservation, commissions }, making);
        await deps.saveChanges(scope, changes);
        return changes.reservations[0] ?? reservation;
      }),
    ),
  );
}
