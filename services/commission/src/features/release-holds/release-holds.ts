import type { Deps } from '../../deps.ts';
import { joinChanges } from '../../domain/changes.ts';
import { decideHoldEnd } from '../../domain/hold.ts';

const AT_MOST = 200;

/** Approves commissions whose hold is over. @returns whether there may be more */
export const releaseHolds = (deps: Deps) => async (): Promise<boolean> => {
  const due = await deps.stores.commissions.listDue(deps.clock.now(), AT_MOST);
  const byAffiliate = Map.groupBy(due, ({ affiliateId }) => affiliateId);
  await Promise.all(
    [...byAffiliate].map(([affiliateId, commissions]) => {
      const ids = commissions.map(({ id }) => id);
      return deps.lanes.run([affiliateId], () => releaseTogether(deps, ids));
    }),
  );
  return due.length === AT_MOST;
};

/** Those of them whose hold is over, in one transaction. */
export const releaseTogether = (deps: Deps, ids: readonly string[]): Promise<void> =>
  deps.transaction(async (scope) => {
    // Read again: a refund may have come in between.
    const commissions = await scope.commissions.listByIds(ids);
    const making = { now: deps.clock.now(), newId: deps.newId };
    const changes = commissions.map((commission) => decideHoldEnd(commission, making));
    await deps.saveChanges(scope, joinChanges(changes));
  });
