import { commissionApproved, type DomainEvent } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { adjustedEvent, paidEvents } from './adjustment.ts';
import { type Changes, type Stamps, noChanges } from './changes.ts';
import {
  type Commission,
  commissionSnapshotOf,
  isLive,
  settledMinor,
  settleStatus,
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
 * The payout arrived: what was set aside is paid, and each commission that is paid whole becomes so.
 * A commission that was cancelled meanwhile is paid all the same, and stays the affiliate's debt.
 * @throws conflict where the payout was released
 */
export function decideSettle(book: PayoutBook, arrival: Arrival, stamps: Stamps): Changes {
  const { reservation } = book;
  if (reservation.state === 'settled' || reservation.state === 'restored') return noChanges;
  if (reservation.state === 'released') {
    throw conflict('reservation_released', {
      message: 'What this payout had reserved is released',
    });
  }
  const taken = itemsOf(reservation);
  const moves = book.commissions.map((before) => {
    const amountMinor = taken.get(before.id) ?? 0;
    const after = settleStatus(
      {
        ...before,
        reservedMinor: before.reservedMinor - amountMinor,
        paidMinor: before.paidMinor + amountMinor,
        ...paidBy(before, reservation.payoutId),
      },
      arrival.settledAt,
    );
    return { after, events: paidEvents(before, after) };
  });
  const events = moves.flatMap((move) => move.events);
  return {
    ...noChanges,
    reservations: [
      { ...reservation, ...arrival, state: 'settled', paidCommissions: events.length },
    ],
    changed: moves.map(({ after }) => after),
    transactions: movement({ reservation, kind: 'payout_settled', from: 'reserved' }, stamps, [
      total(affiliateAccount(reservation.affiliateId, 'paid'), reservation.amountMinor),
    ]),
    events,
  };
}

type PaidBy = Pick<Commission, 'payoutId' | 'earlierPayoutIds'>;

const paidBy = (before: Commission, payoutId: string): PaidBy => {
  if (before.payoutId === null) return { payoutId };
  return { payoutId, earlierPayoutIds: [...(before.earlierPayoutIds ?? []), before.payoutId] };
};

/**
 * The payout failed: what was set aside is available again, less what refunds took off meanwhile; of a
 * cancelled commission it lifts the debt.
 * @param attempt the attempt that is given up; its reserve may still be under way. 0: not said
 * @throws conflict where the payout was settled
 */
export function decideRelease(book: PayoutBook, attempt: number, stamps: Stamps): Changes {
  const { reservation } = book;
  if (reservation.state === 'released') {
    if (attempt <= reservation.attempt) return noChanges;
    return { ...noChanges, reservations: [{ ...reservation, attempt }] };
  }
  // A late release: its attempt is over, and the reserve that stands is a later one's.
  if (attempt > 0 && attempt < reservation.attempt) return noChanges;
  if (reservation.state !== 'reserved') {
    throw conflict('reservation_settled', { message: 'This payout is paid' });
  }
  const { payoutId } = reservation;
  const taken = itemsOf(reservation);
  const given = book.commissions.map((commission) =>
    giveBack(commission, { payoutId, taken, from: 'reserved' }, stamps.now),
  );
  return givenBack({ reservation, kind: 'payout_released', from: 'reserved' }, given, stamps);
}

/**
 * The provider took a settled payout back: what was paid is available again.
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
  const given = book.commissions.map((commission) =>
    giveBack(commission, { payoutId, taken, from: 'paid' }, stamps.now),
  );
  return givenBack({ reservation, kind: 'payout_restored', from: 'paid' }, given, stamps);
}

interface GivenBack {
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

function giveBack(before: Commission, source: Source, now: Date): GivenBack {
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
    return { after: lowered, freedMinor: 0, postings: [lifted], events: [] };
  }
  const owedMinor = Math.max(lowered.entitledMinor, settledMinor(lowered));
  const after = settleStatus({ ...lowered, amountMinor: owedMinor }, now);
  const shrunkMinor = before.amountMinor - owedMinor;
  return {
    after,
    freedMinor: amountMinor - shrunkMinor,
    postings: [posting(brandAccount(before.brandId, before.affiliateId), shrunkMinor)],
    events: eventsOf(before, after),
  };
}

/** An earlier payout that paid a part of it is its last one again. */
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
    after.amountMinor < before.amountMinor
      ? [adjustedEvent({ before, after, adjustment: lateRefund(before), clawedBackMinor: 0 })]
      : [];
  const unpaidAgain =
    before.status === 'paid' && after.status === 'approved'
      ? [commissionApproved(commissionSnapshotOf(after))]
      : [];
  return [...refunded, ...unpaidAgain, ...paidEvents(before, after)];
}

/** The refund in part that could not lower a commission while it was set aside or paid. */
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

function givenBack(move: Move, given: readonly GivenBack[], stamps: Stamps): Changes {
  const { reservation, from } = move;
  const { affiliateId } = reservation;
  const freedMinor = given.reduce((sum, part) => sum + part.freedMinor, 0);
  return {
    ...noChanges,
    reservations: [
      {
        ...reservation,
        state: from === 'paid' ? 'restored' : 'released',
        endedAt: stamps.now,
      },
    ],
    changed: given.map(({ after }) => after),
    transactions: movement(move, stamps, [
      total(affiliateAccount(affiliateId, 'available'), freedMinor),
      ...given.flatMap(({ postings }) => postings),
    ]),
    events: given.flatMap(({ events }) => events),
  };
}

const total = (account: string, amountMinor: number): Posting => ({
  account,
  amountMinor,
  commissionId: null,
});

/**
 * One transaction that takes the payout's amount `from` an account and puts it where `to` says, through the
 * platform's clearing where the money went out or came back.
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

/** What stands in for a payout that was released before it reserved anything: a late reserve finds it. */
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
