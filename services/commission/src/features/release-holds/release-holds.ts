import type { Deps } from '../../deps.ts';
import { joinChanges } from '../../domain/changes.ts';
import { FRAUD_CHECK_PENDING } from '../../domain/commission.ts';
import { decideHoldEnd, decideSuspendedHolds } from '../../domain/hold.ts';
import { mustBeJudged, verdictsSince } from '../../domain/second-verdict.ts';
import { type JudgeDeps, judgeOrders } from '../../workflows/judge-orders.ts';

const BATCH_SIZE = 200;

type SaveDeps = Pick<Deps, 'transaction' | 'saveChanges' | 'clock' | 'newId'>;

/**
 * Approves commissions whose hold has ended and whose orders, judged again, look no worse. @returns whether there may be more
 */
export const releaseHolds = (deps: SaveDeps & JudgeDeps) => async (): Promise<boolean> => {
  const due = await deps.stores.commissions.listDue(deps.clock.now(), BATCH_SIZE);
  const judgedSince = verdictsSince(deps.clock.now());
  await judgeOrders(deps)(due.filter((one) => mustBeJudged(one, judgedSince)));
  const byAffiliate = Map.groupBy(due, ({ affiliateId }) => affiliateId);
  await Promise.all(
    [...byAffiliate].map(([affiliateId, commissions]) => {
      const ids = commissions.map(({ id }) => id);
      return deps.withAffiliateLock([affiliateId], () => approveDue(deps, ids, judgedSince));
    }),
  );
  return due.filter(({ holdReason }) => holdReason !== FRAUD_CHECK_PENDING).length === BATCH_SIZE;
};

/** Approves those of one affiliate whose hold has ended, in one transaction; a suspended one's stay pending. */
export const approveDue = (
  deps: SaveDeps,
  ids: readonly string[],
  judgedSince?: Date,
): Promise<void> =>
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
    const changes = commissions.map((commission) => decideHoldEnd(commission, stamps, judgedSince));
    await deps.saveChanges(scope, joinChanges(changes));
  });
