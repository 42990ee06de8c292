import { type AppError, conflict, isAppError } from '@tributary/errors';
import { type Balance, balanceChanges, changeBalance, emptyBalance } from './balance.ts';
import { type Changes, joinChanges, type Stamps } from './changes.ts';
import { type Commission, freeMinor } from './commission.ts';
import { decideReserve } from './decide-reserve.ts';
import { requireJudged } from './second-verdict.ts';
import {
  isReserved,
  requireBalance,
  requireFew,
  type Reservation,
  type ReservedItem,
  type ReserveRequest,
  takeInOrder,
  takeNamed,
} from './reservation.ts';

/** The result of one request. */
export type ReserveOutcome =
  | { readonly items: readonly ReservedItem[] }
  | { readonly refusal: AppError };

/** The records that requests of one affiliate are decided on. */
export interface ReserveBook {
  readonly reservations: ReadonlyMap<string, Reservation>;
  /** By currency. */
  readonly balances: ReadonlyMap<string, Balance>;
  /** Whether the affiliate's account is suspended: nothing more is reserved. */
  readonly isSuspended?: boolean;
  /** Orders must have been judged again since then; absent where that does not matter. */
  readonly judgedSince?: Date | undefined;
  /** The named ones, and enough of the payable ones, oldest first. */
  readonly commissions: readonly Commission[];
}

/**
 * Decides requests of one affiliate one after the other: a later one sees what an earlier one reserved, and a refused one
 * changes nothing.
 */
export function decideReserves(
  book: ReserveBook,
  requests: readonly ReserveRequest[],
  stamps: Stamps,
): { readonly outcomes: readonly ReserveOutcome[]; readonly changes: Changes } {
  const state: State = {
    judgedSince: book.judgedSince,
    isSuspended: book.isSuspended ?? false,
    reservations: new Map(book.reservations),
    balances: new Map(book.balances),
    commissions: new Map(book.commissions.map((commission) => [commission.id, commission])),
  };
  const decided: Changes[] = [];
  const outcomes = requests.map((request): ReserveOutcome => {
    try {
      const { items, changes } = decideOne(state, request, stamps);
      if (changes !== undefined) {
        apply(state, changes);
        decided.push(changes);
      }
      return { items };
    } catch (error) {
      if (isAppError(error)) return { refusal: error };
      throw error;
    }
  });
  const changes = joinChanges(decided);
  // Where several requests took from a commission, only its last state is saved.
  const changed = new Map(changes.changed.map((commission) => [commission.id, commission]));
  return { outcomes, changes: { ...changes, changed: [...changed.values()] } };
}

interface State {
  readonly judgedSince: Date | undefined;
  readonly isSuspended: boolean;
  readonly reservations: Map<string, Reservation>;
  readonly balances: Map<string, Balance>;
  readonly commissions: Map<string, Commission>;
}

interface Decided {
  readonly items: readonly ReservedItem[];
  /** Absent where the payout is reserved already. */
  readonly changes?: Changes;
}

function decideOne(state: State, request: ReserveRequest, stamps: Stamps): Decided {
  const known = state.reservations.get(request.payoutId);
  if (known !== undefined && isReserved(known, request)) return { items: known.items };
  if (state.isSuspended) throw accountSuspended();
  const { affiliateId, currency, commissionIds, amountMinor } = request;
  const balance = state.balances.get(currency) ?? emptyBalance(affiliateId, currency);
  const isNamed = commissionIds.length > 0;
  if (!isNamed) requireBalance(balance, request);
  const commissions = isNamed
    ? commissionIds.flatMap((id) => state.commissions.get(id) ?? [])
    : payableOf(state, request);
  const items = isNamed ? takeNamed(request, commissions) : takeInOrder(commissions, amountMinor);
  requireBalance(balance, request);
  requireFew(items);
  const taken = new Set(items.map(({ commissionId }) => commissionId));
  requireJudged(
    commissions.filter(({ id }) => taken.has(id)),
    state.judgedSince,
  );
  return { items, changes: decideReserve({ request, known, items, commissions }, stamps) };
}

const accountSuspended = (): AppError =>
  conflict('account_suspended', { message: 'The account is suspended; nothing is paid to it' });

const payableOf = ({ commissions }: State, request: ReserveRequest): readonly Commission[] =>
  [...commissions.values()].filter(
    (commission) =>
      commission.affiliateId === request.affiliateId &&
      commission.currency === request.currency &&
      freeMinor(commission) > 0,
  );

function apply(state: State, { reservations, changed, transactions }: Changes): void {
  for (const reservation of reservations) state.reservations.set(reservation.payoutId, reservation);
  for (const commission of changed) state.commissions.set(commission.id, commission);
  for (const change of balanceChanges(transactions)) {
    const { affiliateId, currency } = change;
    const balance = state.balances.get(currency) ?? emptyBalance(affiliateId, currency);
    state.balances.set(currency, changeBalance(balance, change));
  }
}
