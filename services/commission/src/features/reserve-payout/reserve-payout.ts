import { invalid, isAppError } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { openGathering } from '../../affiliate-lanes.ts';
import type { Deps } from '../../deps.ts';
import type { Commission } from '../../domain/commission.ts';
import type { ReservedItem, ReserveRequest } from '../../domain/reservation.ts';
import { decideReserves, type ReserveOutcome } from '../../domain/reserve-batch.ts';
import { LARGE_MOVE } from '../../large-moves.ts';
import type { Stores } from '../../store/stores.ts';

export type ReservePayout = (request: ReserveRequest) => Promise<readonly ReservedItem[]>;

const AT_MOST = 100;
const MAX_WAITING = 10_000;

/**
 * Sets approved commissions aside for a payout, once per payout: the oldest first, or exactly the ones
 * named. However many ask at once, no more is set aside than there is; those that ask for one balance
 * at the same time share a transaction.
 */
export function openReservePayout(deps: Deps): ReservePayout {
  const gathering = openGathering<ReserveRequest, ReserveOutcome>({
    lanes: deps.lanes,
    atMost: AT_MOST,
    maxWaiting: MAX_WAITING,
    runTogether: (requests) => reserveTogether(deps, requests),
    isOneAtFault: (error) => !isAppError(error) || error.kind !== 'unavailable',
  });
  return async (request) => {
    if (request.amountMinor <= 0) {
      throw invalid('invalid_amount', { message: 'The amount must be greater than 0' });
    }
    const outcome = await gathering.submit([request.affiliateId], request);
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.items;
  };
}

async function reserveTogether(
  deps: Deps,
  requests: readonly ReserveRequest[],
): Promise<readonly ReserveOutcome[]> {
  const naming = requests.filter(({ commissionIds }) => commissionIds.length > 0).length;
  // Who names and who does not want different things of one list: each alone, as they came.
  const isMixed = naming > 0 && naming < requests.length;
  if (requests.length > 1 && !isMixed) {
    const outcomes = await reserveOnce(deps, requests, LARGE_MOVE);
    if (outcomes !== undefined) return outcomes;
  }
  const outcomes: ReserveOutcome[] = [];
  for (const request of requests) {
    outcomes.push(...(await reserveAlone(deps, request)));
  }
  return outcomes;
}

/** How many commissions it takes is known once they are read. */
async function reserveAlone(
  deps: Deps,
  request: ReserveRequest,
): Promise<readonly ReserveOutcome[]> {
  const few = await reserveOnce(deps, [request], LARGE_MOVE);
  if (few !== undefined) return few;
  const all = () => reserveOnce(deps, [request], Infinity);
  return (await deps.largeMoves.run(Infinity, all)) ?? [];
}

async function reserveOnce(
  deps: Deps,
  requests: readonly ReserveRequest[],
  mostCommissions: number,
): Promise<readonly ReserveOutcome[] | undefined> {
  try {
    return await reserveInTransaction(deps, requests, mostCommissions);
  } catch (error) {
    // The same payout was reserved at the same moment by another instance; now it is found.
    if (isDuplicateKey(error)) return reserveInTransaction(deps, requests, mostCommissions);
    throw error;
  }
}

/** @returns undefined where they concern more commissions than may share a transaction */
const reserveInTransaction = (
  deps: Deps,
  requests: readonly ReserveRequest[],
  mostCommissions: number,
): Promise<readonly ReserveOutcome[] | undefined> =>
  deps.payoutTransaction(async (scope) => {
    const payoutIds = requests.map(({ payoutId }) => payoutId);
    const reservations = await scope.reservations.findMany(payoutIds);
    const commissions = await candidatesOf(scope, requests, mostCommissions);
    if (commissions === undefined) return undefined;
    const balances = new Map<string, Awaited<ReturnType<Stores['ledger']['findBalance']>>>();
    for (const { affiliateId, currency } of requests) {
      if (balances.has(currency)) continue;
      balances.set(currency, await scope.ledger.findBalance(affiliateId, currency));
    }
    const making = { now: deps.clock.now(), newId: deps.newId };
    const decided = decideReserves({ reservations, balances, commissions }, requests, making);
    await deps.saveChanges(scope, decided.changes);
    return decided.outcomes;
  });

/** Those named, or the oldest that cover all that is asked for. */
async function candidatesOf(
  scope: Stores,
  requests: readonly ReserveRequest[],
  most: number,
): Promise<readonly Commission[] | undefined> {
  const names = requests.flatMap(({ commissionIds }) => commissionIds);
  if (names.length > most) return undefined;
  if (names.length > 0) return scope.commissions.listByIds([...new Set(names)]);
  const found: Commission[] = [];
  for (const [currency, ofOne] of Map.groupBy(requests, (request) => request.currency)) {
    const amountMinor = ofOne.reduce((sum, request) => sum + request.amountMinor, 0);
    const owner = { affiliateId: ofOne[0]?.affiliateId ?? '', currency };
    const payable = await scope.commissions.listPayable(owner, amountMinor, most);
    if (payable.length >= most) return undefined;
    found.push(...payable);
  }
  return found;
}
