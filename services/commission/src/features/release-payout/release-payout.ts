import { isDuplicateKey } from '@tributary/mongo';
import type { Deps } from '../../deps.ts';
import { noChanges } from '../../domain/changes.ts';
import { decideRelease, releasedUnreserved } from '../../domain/payout-outcome.ts';

/**
 * What was set aside for the payout is available again; once. A payout that has nothing set aside is
 * marked as released, so that a reserve which is late finds it and sets nothing aside for nobody; so is
 * the attempt of a retry that is given up.
 */
export const releasePayout =
  (deps: Deps) =>
  async (payoutId: string, attempt: number): Promise<void> => {
    const known = await deps.stores.reservations.find(payoutId);
    const affiliateIds = known === undefined ? [] : [known.affiliateId];
    const count = known?.items.length ?? 0;
    await deps.lanes.run(affiliateIds, () =>
      deps.largeMoves.run(count, () => releaseOnce(deps, payoutId, attempt)),
    );
  };

async function releaseOnce(deps: Deps, payoutId: string, attempt: number): Promise<void> {
  try {
    await releaseInTransaction(deps, payoutId, attempt);
  } catch (error) {
    // The reserve came at the same moment; now it is found, and released.
    if (!isDuplicateKey(error)) throw error;
    await releaseInTransaction(deps, payoutId, attempt);
  }
}

const releaseInTransaction = (deps: Deps, payoutId: string, attempt: number): Promise<void> =>
  deps.payoutTransaction(async (scope) => {
    const making = { now: deps.clock.now(), newId: deps.newId };
    const reservation = await scope.reservations.find(payoutId);
    if (reservation === undefined) {
      const marked = [releasedUnreserved(payoutId, attempt, making.now)];
      await deps.saveChanges(scope, { ...noChanges, reservations: marked });
      return;
    }
    const ids = reservation.items.map(({ commissionId }) => commissionId);
    const commissions = await scope.commissions.listByIds(ids);
    await deps.saveChanges(scope, decideRelease({ reservation, commissions }, attempt, making));
  });
