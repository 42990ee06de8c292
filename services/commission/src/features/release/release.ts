import { isDuplicateKey } from '@tributary/mongo';
import { noChanges } from '../../domain/changes.ts';
import { decideRelease, releasedUnreserved } from '../../domain/payout-outcome.ts';
import type { ReservationDeps } from '../../workflows/change-reservation.ts';

/**
 * Makes what is reserved for the payout available again; once. A payout without a reservation is stored as released, so
 * that a reserve that arrives later is refused; the same holds for the attempt of a retry that was given up.
 */
export const releasePayout =
  (deps: ReservationDeps) =>
  async (payoutId: string, attempt: number): Promise<void> => {
    const known = await deps.stores.reservations.find(payoutId);
    const affiliateIds = known === undefined ? [] : [known.affiliateId];
    const count = known?.items.length ?? 0;
    await deps.withAffiliateLock(affiliateIds, () =>
      deps.largeTransactions.run(count, () => releaseOnce(deps, payoutId, attempt)),
    );
  };

async function releaseOnce(
  deps: ReservationDeps,
  payoutId: string,
  attempt: number,
): Promise<void> {
  try {
    await releaseInTransaction(deps, payoutId, attempt);
  } catch (error) {
    // A reserve was stored at the same moment; the second run finds and releases it.
    if (!isDuplicateKey(error)) throw error;
    await releaseInTransaction(deps, payoutId, attempt);
  }
}

const releaseInTransaction = (
  deps: ReservationDeps,
  payoutId: string,
  attempt: number,
): Promise<void> =>
  deps.payoutTransaction(async (scope) => {
    const stamps = { now: deps.clock.now(), newId: deps.newId };
    const reservation = await scope.reservations.find(payoutId);
    if (reservation === undefined) {
      const marked = [releasedUnreserved(payoutId, attempt, stamps.now)];
      await deps.saveChanges(scope, { ...noChanges, reservations: marked });
      return;
    }
    const ids = reservation.items.map(({ commissionId }) => commissionId);
    const commissions = await scope.commissions.listByIds(ids);
    await deps.saveChanges(scope, decideRelease({ reservation, commissions }, attempt, stamps));
  });
