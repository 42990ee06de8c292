import { notFound } from '@tributary/errors';
import type { Deps } from '../../deps.ts';
import { type Cancellation, decideCancellation } from '../../domain/cancellation.ts';
import type { Commission } from '../../domain/commission.ts';

const missing = () => notFound('not_found', { message: 'There is no such record' });

/** Takes a commission back, by an administrator's word. Once it is over, again changes nothing. */
export const cancelCommission =
  (deps: Deps) =>
  async (commissionId: string, cancellation: Cancellation): Promise<Commission> => {
    const [known] = await deps.stores.commissions.listByIds([commissionId]);
    if (known === undefined) throw missing();
    return deps.lanes.run([known.affiliateId], () =>
      deps.transaction(async (scope) => {
        const [commission] = await scope.commissions.listByIds([commissionId]);
        if (commission === undefined) throw missing();
        const making = { now: deps.clock.now(), newId: deps.newId };
        const changes = decideCancellation(commission, cancellation, making);
        await deps.saveChanges(scope, changes);
        const [cancelled = commission] = changes.changed;
        return cancelled;
      }),
    );
  };
