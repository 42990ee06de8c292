import { commissionApproved, commissionPartPaid, type DomainEvent } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { paidEvents } from './adjustment.ts';
import { adjustedEvent } from './amount-move.ts';
import { type Changes, type Stamps, noChanges } from './changes.ts';
import {
  clawedBackAfter,
  type Commission,
  commissionSnapshotOf,
  debtMinor,
  isLive,
  owedMinor,
  settledMinor,
  settleStatus,
  withClawedBack,
} from './commission.ts';
import {
  affiliateAccount,
  brandAccount,
  clearingAccount,
  type LedgerKind,
  ledgerTransaction,
  type LedgerTransaction,
  type Posting,
} from './ledger.ts';
import type { Reservation } from './reservation.ts';

/** A reservation and the commissions of its items. */
export interface PayoutBook {
  readonly reservation: Reservation;
  readonly commissions: readonly Commission[];
}

interface Arrival {
  readonly transactionId: string;
  readonly settledAt: Date;
}

/**
 * Settles a payout: what was reserved is paid, and each fully paid commission becomes paid. A commission cancelled since
 * is paid as well and stays the affiliate's debt.
 * @throws conflict where the payout was released
 */
export function decideSettle(book: PayoutBook, arrival: Arrival, stamps: Stamps): Changes {
  const { reservation } = book;
  if (reservation.state === 'settled' || reservation.state === 'restored') return noChanges;
  if (reservation.state === 'released') {
    throw conflict('reservation_released', {
      message: 'The reservation of this payout was released',
    });
  }
  const taken = itemsOf(reservation);
  const moves = book.commissions.map((before) => {
    const amountMinor = taken.get(before.id) ?? 0;
    const settled = {
      ...before,
      reservedMinor: before.reservedMinor - amountMinor,
      paidMinor: before.paidMinor + amountMinor,
      ...paidBy(before, reservation.payoutId),
    };
    return { before, after: settleStatus(settled, arrival.settledAt) };
  });
  return {
    ...noChanges,
    reservations: [
      {
        ...reservation,
        ...arrival,
        state: 'settled',
        paidCommissions: moves.flatMap(({ before, after }) => paidEvents(before, after)).length,
      },
    ],
    changed: moves.map(({ after }) => after),
    transactions: movement({ reservation, kind: 'payout_settled', from: 'reserved' }, stamps, [
      total(affiliateAccount(reservation.affiliateId, 'paid'), reservation.amountMinor),
    ]),
    events: moves.flatMap(({ before, after }) => paymentEvents(before, after)),
  };
}

/** The events of a payment: readers also know of one that paid, or returned, a part only. */
const paymentEvents = (before: Commission, after: Commission): DomainEvent[] =>
  before.paidMinor !== after.paidMinor && before.status === after.status
    ? [commissionPartPaid(commissionSnapshotOf(after))]
    : paidEvents(before, after);

type PaidBy = Pick<Commission, 'payoutId' | 'earlierPayoutIds'>;

const paidBy = (before: Commission, payoutId: string): PaidBy => {
  if (before.payoutId === null) return { payoutId };
  return { payoutId, earlierPayoutIds: [...(before.earlierPayoutIds ?? []), before.payoutId] };
};

/**
 * Releases a failed payout: what was reserved is available again, less refunds made since; for a cancelled commission it
 * lowers the debt.
 * @param attempt the attempt that failed; its reserve may still arrive. 0 where the caller sends none
 * @throws conflict where the payout was settled
 */
export function decideRelease(book: PayoutBook, attempt: number, stamps: Stamps): Changes {
  const { reservation } = book;
  if (reservation.state === 'released') {
    if (attempt <= reservation.attempt) return noChanges;
    return { ...noChanges, reservations: [{ ...reservation, attempt }] };
  }
  // The release of an earlier attempt: the stored reserve belongs to a later one.
  if (attempt > 0 && attempt < reservation.attempt) return noChanges;
  if (reservation.state !== 'reserved') {
    throw conflict('reservation_settled', { message: 'This payout is paid' });
  }
  const { payoutId } = reservation;
  const taken = itemsOf(reservation);
  const returned = book.commissions.map((commission) =>
    returnAmount(commission, { payoutId, taken, from: 'reserved' }, stamps.now),
  );
  return returnedChanges(
    { reservation, kind: 'payout_released', from: 'reserved' },
    returned,
    stamps,
  );
}

/**
 * Restores a settled payout that the provider returned: what was paid is available again.
 * @throws conflict where the payout was not settled
 */
export function decideRestore(book: PayoutBook, stamps: Stamps): Changes {
  const { reservation } = book;
  if (reservation.state === 'restored') return noChanges;
  if (reservation.state !== 'settled') {
    throw conflict('reservation_not_settled', { message: 'This payout is not paid' });
  }
  const { payoutId } = reservation;
  const taken = itemsOf(reservation);
  const returned = book.commissions.map((commission) =>
    returnAmount(commission, { payoutId, taken, from: 'paid' }, stamps.now),
  );
  return returnedChanges({ reservation, kind: 'payout_restored', from: 'paid' }, returned, stamps);
}

interface Returned {
  readonly after: Commission;
  /** Available again, minor units. */
  readonly freedMinor: number;
  readonly postings: readonly Posting[];
  readonly events: readonly DomainEvent[];
}

interface Source {
  readonly payoutId: string;
  readonly from: 'reserved' | 'paid';
  readonly taken: ReadonlyMap<string, number>;
}

function returnAmount(before: Commission, source: Source, now: Date): Returned {
  const amountMinor = source.taken.get(before.id) ?? 0;
  const lowered: Commission =
    source.from === 'reserved'
      ? { ...before, reservedMinor: before.reservedMinor - amountMinor }
      : { ...before, paidMinor: before.paidMinor - amountMinor, ...unpaid(before, source) };
  const posting = (account: string, minor: number): Posting => ({
    account,
    amountMinor: minor,
    commissionId: before.id,
  });
  if (!isLive(before)) {
    const lifted = posting(affiliateAccount(before.affiliateId, 'debt'), amountMinor);
    const events = paymentEvents(before, lowered);
    return { after: lowered, freedMinor: 0, postings: [lifted], events };
  }
  const keptMinor = Math.max(lowered.entitledMinor, settledMinor(lowered));
  const kept = withClawedBack({ ...lowered, amountMinor: keptMinor }, clawedBackAfter(lowered));
  const after = settleStatus(kept, now);
  const shrunkMinor = before.amountMinor - keptMinor;
  const liftedMinor = debtMinor(before) - debtMinor(after);
  return {
    after,
    freedMinor: amountMinor - shrunkMinor,
    postings: [
      posting(affiliateAccount(before.affiliateId, 'debt'), liftedMinor),
      posting(brandAccount(before.brandId, before.affiliateId), shrunkMinor - liftedMinor),
    ],
    events: eventsOf(before, after),
  };
}

/** The payout before the restored one becomes the last payout again. */
function unpaid(before: Commission, { payoutId }: Source): PaidBy & Pick<Commission, 'paidAt'> {
  const { earlierPayoutIds: earlier = [], payoutId: last } = before;
  if (last !== payoutId) {
    return {
      payoutId: last,
      earlierPayoutIds: earlier.filter((id) => id !== payoutId),
      paidAt: null,
    };
  }
  return { payoutId: earlier.at(-1) ?? null, earlierPayoutIds: earlier.slice(0, -1), paidAt: null };
}

function eventsOf(before: Commission, after: Commission): DomainEvent[] {
  const refunded =
    owedMinor(after) < owedMinor(before)
      ? [adjustedEvent({ before, after, adjustment: lateRefund(before) })]
      : [];
  const unpaidAgain =
    before.status === 'paid' && after.status === 'approved'
      ? [commissionApproved(commissionSnapshotOf(after))]
      : [];
  return [...refunded, ...unpaidAgain, ...paymentEvents(before, after)];
}

/** The partial refund that could not lower the commission while it was reserved or paid. */
const lateRefund = ({ adjustmentId, id }: Commission) => ({
  id: adjustmentId ?? id,
  reason: 'partial_refund' as const,
  whole: false,
});

interface Move {
  readonly reservation: Reservation;
  readonly kind: LedgerKind;
  readonly from: 'reserved' | 'paid';
}

function returnedChanges(move: Move, returned: readonly Returned[], stamps: Stamps): Changes {
  const { reservation, from } = move;
  const { affiliateId } = reservation;
  const freedMinor = returned.reduce((sum, part) => sum + part.freedMinor, 0);
  return {
    ...noChanges,
    reservations: [
      {
        ...reservation,
        state: from === 'paid' ? 'restored' : 'released',
        endedAt: stamps.now,
      },
    ],
    changed: returned.map(({ after }) => after),
    transactions: movement(move, stamps, [
      total(affiliateAccount(affiliateId, 'available'), freedMinor),
      ...returned.flatMap(({ postings }) => postings),
    ]),
    events: returned.flatMap(({ events }) => events),
  };
}

const total = (account: string, amountMinor: number): Posting => ({
  account,
  amountMinor,
  commissionId: null,
});

/**
 * One transaction that moves the payout's amount `from` an account to the `to` postings, through the platform's clearing
 * account where money left or returned.
 */
const movement = (
  { reservation, kind, from }: Move,
  { now, newId }: Stamps,
  to: readonly Posting[],
): LedgerTransaction[] => {
  const { affiliateId, currency, payoutId, amountMinor } = reservation;
  const clearing = clearingAccount(affiliateId);
  const cleared =
    kind === 'payout_released' ? [] : [total(clearing, amountMinor), total(clearing, -amountMinor)];
  return ledgerTransaction({
    id: newId(),
    kind,
    affiliateId,
    currency,
    cause: { payoutId },
    at: now,
    postings: [total(affiliateAccount(affiliateId, from), -amountMinor), ...cleared, ...to],
  });
};

const itemsOf = ({ items }: Reservation): ReadonlyMap<string, number> =>
  new Map(items.map(({ commissionId, amountMinor }) => [commissionId, amountMinor]));

/** The record of a payout that was released before it was reserved; a late reserve finds it and is refused. */
export const releasedUnreserved = (payoutId: string, attempt: number, now: Date): Reservation => ({
  payoutId,
  affiliateId: '',
  currency: '',
  amountMinor: 0,
  items: [],
  state: 'released',
  attempt,
  paidCommissions: 0,
  transactionId: null,
  reservedAt: now,
  settledAt: null,
  endedAt: now,
});
