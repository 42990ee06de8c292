import { type Changes, noChanges, type Stamps } from './changes.ts';
import type { Commission } from './commission.ts';
import { affiliateAccount, ledgerTransaction } from './ledger.ts';
import type { Reservation, ReservedItem, ReserveRequest } from './reservation.ts';

interface Taking {
  readonly request: ReserveRequest;
  readonly known: Reservation | undefined;
  readonly items: readonly ReservedItem[];
  readonly commissions: readonly Commission[];
}

/** Reserves the items for the payout. */
export function decideReserve(taking: Taking, { now, newId }: Stamps): Changes {
  const { request, known, items, commissions } = taking;
  const { payoutId, affiliateId, currency, amountMinor } = request;
  const taken = new Map(items.map((item) => [item.commissionId, item.amountMinor]));
  const reservation: Reservation = {
    payoutId,
    affiliateId,
    currency,
    amountMinor,
    items,
    state: 'reserved',
    attempt: request.attempt === 0 ? (known?.attempt ?? 0) + 1 : request.attempt,
    paidCommissions: 0,
    transactionId: null,
    reservedAt: now,
    settledAt: null,
    endedAt: null,
  };
  return {
    ...noChanges,
    reservations: [reservation],
    changed: commissions
      .filter(({ id }) => taken.has(id))
      .map((commission) => ({
        ...commission,
        reservedMinor: commission.reservedMinor + (taken.get(commission.id) ?? 0),
      })),
    transactions: ledgerTransaction({
      id: newId(),
      kind: 'payout_reserved',
      affiliateId,
      currency,
      cause: { payoutId },
      at: now,
      postings: [
        {
          account: affiliateAccount(affiliateId, 'available'),
          amountMinor: -amountMinor,
          commissionId: null,
        },
        {
          account: affiliateAccount(affiliateId, 'reserved'),
          amountMinor,
          commissionId: null,
        },
      ],
    }),
  };
}
