import { notFound } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import type { Deps } from '../../deps.ts';
import { type Cancellation, decideCancellation } from '../../domain/cancellation.ts';
import type { Commission } from '../../domain/commission.ts';

type CancelDeps = Pick<
  Deps,
  'stores' | 'withAffiliateLock' | 'transaction' | 'saveChanges' | 'clock' | 'newId'
>;

const missing = () => notFound('not_found', { message: 'There is no such record' });

/** Cancels a commission for an administrator. A commission in a final state stays as it is. */
export const cancelCommission =
  (deps: CancelDeps) =>
  async (commissionId: string, cancellation: Cancellation): Promise<Commission> => {
    const [known] = await deps.stores.commissions.listByIds([commissionId]);
    if (known === undefined) throw missing();
    return deps.withAffiliateLock([known.affiliateId], () =>
      deps.transaction(async (scope) => {
        const [commission] = await scope.commissions.listByIds([commissionId]);
        if (commission === undefined) throw missing();
        const stamps = { now: deps.clock.now(), newId: deps.newId };
        const changes = decideCancellation(commission, cancellation, stamps);
        await deps.saveChanges(scope, changes);
        const [cancelled = commission] = changes.changed;
        const records = { before: commission, after: cancelled };
        const { affiliateId: accountId } = commission;
        recordChange({ kind: 'commission', id: commissionId, accountId, ...records });
        return cancelled;
      }),
    );
  };
