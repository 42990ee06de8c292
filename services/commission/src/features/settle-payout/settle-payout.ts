import { notFound } from '@tributary/errors';
import type { Deps } from '../../deps.ts';
import { decideSettle } from '../../domain/payout-outcome.ts';

interface Input {
  readonly payoutId: string;
  readonly transactionId: string;
  /** When the provider says the money arrived. */
  readonly settledAt: Date;
}

/** What was set aside for the payout is paid; once. @returns how many commissions became paid by it */
export const settlePayout =
  (deps: Deps) =>
  async ({ payoutId, transactionId, settledAt }: Input): Promise<number> => {
    const missing = () => notFound('reservation_not_found', { details: { payout_id: payoutId } });
    const known = await deps.stores.reservations.find(payoutId);
    if (known === undefined) throw missing();
    return deps.lanes.run([known.affiliateId], () =>
      deps.payoutTransaction(async (scope) => {
        const reservation = await scope.reservations.find(payoutId);
        if (reservation === undefined) throw missing();
        const ids = reservation.items.map(({ commissionId }) => commissionId);
        const commissions = await scope.commissions.listByIds(ids);
        const making = { now: deps.clock.now(), newId: deps.newId };
        const arrival = { transactionId, settledAt };
        const changes = decideSettle({ reservation, commissions }, arrival, making);
        await deps.saveChanges(scope, changes);
        const [settled = reservation] = changes.reservations;
        return settled.paidCommissions;
      }),
    );
  };
