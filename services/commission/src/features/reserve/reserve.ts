import { invalid } from '@tributary/errors';
import { isDuplicateKey, runBatch } from '@tributary/mongo';
import { createKeyedBatcher } from '@tributary/work';
import { lessHeld } from '../../domain/balance.ts';
import { type Commission, FRAUD_CHECK_PENDING } from '../../domain/commission.ts';
import type { ReservedItem, ReserveRequest } from '../../domain/reservation.ts';
import { decideReserves, type ReserveOutcome } from '../../domain/reserve-batch.ts';
import { verdictsSince } from '../../domain/second-verdict.ts';
import type { ReservationDeps } from '../../workflows/change-reservation.ts';
import { LARGE_TRANSACTION } from '../../workflows/large-transactions.ts';
import type { JudgeDeps } from '../../workflows/judge-orders.ts';
import type { Stores } from '../../store/stores.ts';
import { openJudgePayable } from './judge-payable.ts';

export type ReservePayout = (request: ReserveRequest) => Promise<readonly ReservedItem[]>;

const MAX_BATCH = 100;
const MAX_WAITING = 10_000;

/**
 * Reserves approved commissions for a payout, once per payout: the oldest first, or exactly the named ones. Concurrent
 * requests never reserve more than the balance; those of one affiliate share a transaction.
 */
export function openReservePayout(deps: ReservationDeps & JudgeDeps): ReservePayout {
  const batcher = createKeyedBatcher<ReserveRequest, ReserveOutcome>({
    lock: deps.withAffiliateLock,
    maxItems: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    run: runBatch((requests) => reserveBatch(deps, requests)),
  });
  const judgePayable = openJudgePayable(deps);
  return async (request) => {
    if (request.amountMinor <= 0) {
      throw invalid('invalid_amount', { message: 'The amount must be greater than 0' });
    }
    for (;;) {
      const wasJudged = await judgePayable(request);
      const outcome = await batcher.add([request.affiliateId], request);
      if (!('refusal' in outcome)) return outcome.items;
      // What was held meanwhile leaves its place to others, which are judged in turn.
      if (!wasJudged || outcome.refusal.code !== FRAUD_CHECK_PENDING) throw outcome.refusal;
    }
  };
}

async function reserveBatch(
  deps: ReservationDeps,
  requests: readonly ReserveRequest[],
): Promise<readonly ReserveOutcome[]> {
  const named = requests.filter(({ commissionIds }) => commissionIds.length > 0).length;
  // Requests with and without named commissions read different lists, so each runs alone, in order of arrival.
  const isMixed = named > 0 && named < requests.length;
  if (requests.length > 1 && !isMixed) {
    const outcomes = await reserveOnce(deps, requests, LARGE_TRANSACTION);
    if (outcomes !== undefined) return outcomes;
  }
  const outcomes: ReserveOutcome[] = [];
  for (const request of requests) {
    outcomes.push(...(await reserveAlone(deps, request)));
  }
  return outcomes;
}

/** The number of commissions is known only after reading them, so a small transaction is tried first. */
async function reserveAlone(
  deps: ReservationDeps,
  request: ReserveRequest,
): Promise<readonly ReserveOutcome[]> {
  const few = await reserveOnce(deps, [request], LARGE_TRANSACTION);
  if (few !== undefined) return few;
  const all = () => reserveOnce(deps, [request], Infinity);
  return (await deps.largeTransactions.run(Infinity, all)) ?? [];
}

async function reserveOnce(
  deps: ReservationDeps,
  requests: readonly ReserveRequest[],
  mostCommissions: number,
): Promise<readonly ReserveOutcome[] | undefined> {
  try {
    return await reserveInTransaction(deps, requests, mostCommissions);
  } catch (error) {
    // Another instance reserved the same payout at the same moment; the second run finds it.
    if (isDuplicateKey(error)) return reserveInTransaction(deps, requests, mostCommissions);
    throw error;
  }
}

/** @returns undefined where the requests concern `mostCommissions` or more */
const reserveInTransaction = (
  deps: ReservationDeps,
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
      const heldMinor = await scope.commissions.sumHeld({ affiliateId, currency });
      const balance = await scope.ledger.findBalance(affiliateId, currency);
      balances.set(currency, lessHeld(balance, heldMinor));
    }
    const stamps = { now: deps.clock.now(), newId: deps.newId };
    const affiliateIds = requests.map(({ affiliateId }) => affiliateId);
    const isSuspended = (await scope.suspensions.listSuspended(affiliateIds)).size > 0;
    const judgedSince = verdictsSince(stamps.now);
    const book = { reservations, balances, commissions, isSuspended, judgedSince };
    const decided = decideReserves(book, requests, stamps);
    await deps.saveChanges(scope, decided.changes);
    return decided.outcomes;
  });

/** The named commissions, or the oldest that cover the requested amounts. */
async function candidatesOf(
  scope: Stores,
  requests: readonly ReserveRequest[],
  most: number,
): Promise<readonly Commission[] | undefined> {
  const names = requests.flatMap(({ commissionIds }) => commissionIds);
  if (names.length > most) return undefined;
  if (names.length > 0) return scope.commissions.listByIds([...new Set(names)]);
  const found: Commission[] = [];
  for (const [currency, inCurrency] of Map.groupBy(requests, (request) => request.currency)) {
    const amountMinor = inCurrency.reduce((sum, request) => sum + request.amountMinor, 0);
    const owner = { affiliateId: inCurrency[0]?.affiliateId ?? '', currency };
    const payable = await scope.commissions.listPayable(owner, amountMinor, most);
    if (payable.length >= most) return undefined;
    found.push(...payable);
  }
  return found;
}
