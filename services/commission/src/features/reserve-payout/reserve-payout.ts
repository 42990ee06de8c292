import { invalid } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import type { Deps } from '../../deps.ts';
import type { Commission } from '../../domain/commission.ts';
import {
  decideReserve,
  isReserved,
  requireBalance,
  requireFew,
  type ReservedItem,
  type ReserveRequest,
  takeInOrder,
  takeNamed,
} from '../../domain/reservation.ts';
import type { Stores } from '../../store/stores.ts';

/**
 * Sets approved commissions aside for a payout, once per payout: the oldest first, or exactly the ones
 * named. However many ask at once, no more is set aside than there is.
 */
export const reservePayout =
  (deps: Deps) =>
  async (request: ReserveRequest): Promise<readonly ReservedItem[]> => {
    if (request.amountMinor <= 0) {
      throw invalid('invalid_amount', { message: 'The amount must be greater than 0' });
    }
    return deps.lanes.run([request.affiliateId], async () => {
      try {
        return await reserveInTransaction(deps, request);
      } catch (error) {
        // The same payout was reserved at the same moment by another instance; now it is found.
        if (isDuplicateKey(error)) return reserveInTransaction(deps, request);
        throw error;
      }
    });
  };

const reserveInTransaction = (
  deps: Deps,
  request: ReserveRequest,
): Promise<readonly ReservedItem[]> =>
  deps.payoutTransaction(async (scope) => {
    const known = await scope.reservations.find(request.payoutId);
    if (known !== undefined && isReserved(known, request)) return known.items;
    const balance = await scope.ledger.findBalance(request.affiliateId, request.currency);
    const named = request.commissionIds.length > 0;
    if (!named) requireBalance(balance, request);
    const commissions = await candidatesOf(scope, request);
    const items = named
      ? takeNamed(request, commissions)
      : takeInOrder(commissions, request.amountMinor);
    requireBalance(balance, request);
    requireFew(items);
    const making = { now: deps.clock.now(), newId: deps.newId };
    await deps.saveChanges(scope, decideReserve({ request, known, items, commissions }, making));
    return items;
  });

const candidatesOf = (scope: Stores, request: ReserveRequest): Promise<readonly Commission[]> =>
  request.commissionIds.length > 0
    ? scope.commissions.listByIds(request.commissionIds)
    : scope.commissions.listPayable(request, request.amountMinor);
