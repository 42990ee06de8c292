import { notFound } from '@tributary/errors';
import type { Deps } from '../../deps.ts';
import { decideRestore } from '../../domain/payout-outcome.ts';

/** The provider took a settled payout back: what was paid is available again; once. */
export const restorePayout =
  (deps: Deps) =>
  async (payoutId: string): Promise<void> => {
    const missing = () => notFound('reservation_not_found', { details: { payout_id: payoutId } });
    const known = await deps.stores.reservations.find(payoutId);
    if (known === undefined) throw missing();
    await deps.lanes.run([known.affiliateId], () =>
      deps.payoutTransaction(async (scope) => {
        const reservation = await scope.reservations.find(payoutId);
        if (reservation === undefined) throw missing();
        const ids = reservation.items.map(({ commissionId }) => commissionId);
        const commissions = await scope.commissions.listByIds(ids);
        const making = { now: deps.clock.now(), newId: deps.newId };
        await deps.saveChanges(scope, decideRestore({ reservation, commissions }, making));
      }),
    );
  };
