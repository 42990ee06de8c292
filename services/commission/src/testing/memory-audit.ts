import type { SumPart } from '../domain/affiliate-sums.ts';
import type { Balance } from '../domain/balance.ts';
import { type Commission, freeMinor } from '../domain/commission.ts';
import type { EarnedConversion } from '../domain/earned-conversion.ts';
import type { AccountHead, LedgerEntry, LedgerTransaction } from '../domain/ledger.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { Batches, LedgerAudit } from '../store/ledger-audit.ts';
import { entryId } from '../store/ledger-store.ts';

/** Records by the ids that they are stored by. */
export interface MemoryRecords {
  readonly conversions: ReadonlyMap<string, EarnedConversion>;
  readonly commissions: ReadonlyMap<string, Commission>;
  readonly reservations: ReadonlyMap<string, Reservation>;
  readonly balances: ReadonlyMap<string, Balance>;
  readonly heads: ReadonlyMap<string, AccountHead>;
  readonly sums: ReadonlyMap<string, SumPart>;
  readonly entries: readonly LedgerEntry[];
  readonly transactions: readonly LedgerTransaction[];
  readonly now: Date;
}

/** The books in memory, for the verification that the service runs on the stored ones. */
export const auditOf = (books: MemoryRecords): LedgerAudit => ({
  ...entriesOf(books),
  ...balancesOf(books),
  ...commissionsOf(books),
});

/** Rows in the order of a key, as one batch. */
async function* sorted<Row>(rows: Iterable<Row>, keyOf: (row: Row) => string): Batches<Row> {
  yield await Promise.resolve([...rows].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)));
}

const byId = <Row extends { readonly _id: string }>(rows: readonly Row[]): Batches<Row> =>
  sorted(rows, ({ _id }) => _id);

function entriesOf({ entries, transactions }: MemoryRecords) {
  const ofCommissions = entries.filter(({ commissionId }) => commissionId !== null);
  const documents = transactions.map(({ id, postings, ...facts }) => ({
    _id: id,
    ...facts,
    entryCount: postings.length,
  }));
  return {
    entriesByAccount: () =>
      sorted(entries, ({ account, currency, seq }) => entryId(account, currency, seq)),
    transactions: () => byId(documents),
    entriesByTransaction: () => sorted(entries, ({ transactionId }) => transactionId),
    entriesByCommission: () => sorted(ofCommissions, ({ commissionId }) => commissionId ?? ''),
  };
}

function balancesOf({ entries, heads, balances, sums, reservations, now }: MemoryRecords) {
  const owners = new Map(entries.map(({ account, affiliateId }) => [account, affiliateId]));
  const accounts = [...heads].map(([_id, head]) => {
    return { _id, ...head, affiliateId: owners.get(head.account) ?? '' };
  });
  const reserved = [...reservations.values()].filter(({ affiliateId }) => affiliateId !== '');
  return {
    accounts: () => byId(accounts),
    balances: () =>
      byId([...balances].map(([_id, balance]) => ({ _id, ...balance, updatedAt: now }))),
    sumsByAffiliate: () =>
      byId([...sums].map(([_id, { key, amounts }]) => ({ _id, ...key, ...amounts }))),
    reservationsByAffiliate: () =>
      sorted(
        reserved.map(({ payoutId, ...facts }) => ({ _id: payoutId, ...facts })),
        ({ affiliateId }) => affiliateId,
      ),
  };
}

function commissionsOf(books: MemoryRecords) {
  const commissions = [...books.commissions.values()].map((commission) => ({
    ...commission,
    recordedFreeMinor: freeMinor(commission),
  }));
  return {
    commissionsById: () => sorted(commissions, ({ id }) => id),
    commissionsByAffiliate: () => sorted(commissions, ({ affiliateId }) => affiliateId),
    commissionsByConversion: () => sorted(commissions, ({ conversionId }) => conversionId),
    conversionsById: () => sorted(books.conversions.values(), ({ id }) => id),
  };
}
