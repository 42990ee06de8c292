import { notFound } from '@tributary/errors';
import type { Deps } from '../deps.ts';
import type { Changes, Stamps } from '../domain/changes.ts';
import type { PayoutBook } from '../domain/payout-outcome.ts';
import type { Reservation } from '../domain/reservation.ts';

export type ReservationDeps = Pick<
  Deps,
  | 'stores'
  | 'withAffiliateLock'
  | 'largeTransactions'
  | 'payoutTransaction'
  | 'saveChanges'
  | 'clock'
  | 'newId'
>;

/**
 * Decides and saves what becomes of a payout's reservation and its commissions, under the affiliate's lock.
 * @returns the reservation after the change
 * @throws not_found `reservation_not_found`
 */
export async function changeReservation(
  deps: ReservationDeps,
  payoutId: string,
  decide: (book: PayoutBook, stamps: Stamps) => Changes,
): Promise<Reservation> {
  const missing = () => notFound('reservation_not_found', { details: { payout_id: payoutId } });
  const known = await deps.stores.reservations.find(payoutId);
  if (known === undefined) throw missing();
  return deps.withAffiliateLock([known.affiliateId], () =>
    deps.largeTransactions.run(known.items.length, () =>
      deps.payoutTransaction(async (scope) => {
        const reservation = await scope.reservations.find(payoutId);
        if (reservation === undefined) throw missing();
        const ids = reservation.items.map(({ commissionId }) => commissionId);
        const commissions = await scope.commissions.listByIds(ids);
        const stamps = { now: deps.clock.now(), newId: deps.newId };
        const changes = decide({ reservation, commissions }, stamps);
        await deps.saveChanges(scope, changes);
        return changes.reservations[0] ?? reservation;
      }),
    ),
  );
}
