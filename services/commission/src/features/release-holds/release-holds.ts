import type { Deps } from '../../deps.ts';
import { joinChanges } from '../../domain/changes.ts';
import { decideHoldEnd, decideSuspendedHolds } from '../../domain/hold.ts';

const BATCH_SIZE = 200;

type SaveDeps = Pick<Deps, 'transaction' | 'saveChanges' | 'clock' | 'newId'>;

/** Approves commissions whose hold has ended. @returns whether there may be more */
export const releaseHolds =
  (deps: SaveDeps & Pick<Deps, 'stores' | 'withAffiliateLock'>) => async (): Promise<boolean> => {
    const due = await deps.stores.commissions.listDue(deps.clock.now(), BATCH_SIZE);
    const byAffiliate = Map.groupBy(due, ({ affiliateId }) => affiliateId);
    await Promise.all(
      [...byAffiliate].map(([affiliateId, commissions]) => {
        const ids = commissions.map(({ id }) => id);
        return deps.withAffiliateLock([affiliateId], () => approveDue(deps, ids));
      }),
    );
    return due.length === BATCH_SIZE;
  };

/** Approves those of one affiliate whose hold has ended, in one transaction; a suspended one's stay pending. */
export const approveDue = (deps: SaveDeps, ids: readonly string[]): Promise<void> =>
  deps.transaction(async (scope) => {
    // Reads them again: a refund may have been booked since.
    const commissions = await scope.commissions.listByIds(ids);
    const suspended = await scope.suspensions.lockSuspended(
      commissions.map(({ affiliateId }) => affiliateId),
    );
    if (suspended.size > 0) {
      await deps.saveChanges(scope, decideSuspendedHolds(commissions));
      return;
    }
    const stamps = { now: deps.clock.now(), newId: deps.newId };
    const changes = commissions.map((commission) => decideHoldEnd(commission, stamps));
    await deps.saveChanges(scope, joinChanges(changes));
  });
