import type { Mongo } from '@tributary/mongo';
import { commissionSums } from '../domain/affiliate-sums.ts';
import {
  accountOf,
  amountsOf,
  audited,
  type AuditedAccount,
  type AuditedBalance,
  auditedParts,
  type AuditedCommission,
  type AuditedConversion,
  type AuditedEarning,
  type AuditedPart,
  type AuditedReservation,
  type AuditedSum,
  type AuditedTransaction,
  balanceOf,
  type ChainedEntry,
  conversionOf,
  earnedBy,
  earningOf,
  earnings,
  entryOf,
  type Part,
  partOf,
  partOfCommission,
  partOfTransaction,
  reservationOf,
  sumOf,
  transactionOf,
} from './audited-rows.ts';
import { collections as declared } from './collections.ts';
import { rawBatches, type RawQuery, type Session } from './raw-batches.ts';
import { readRows, type RowBytes } from './row-bytes.ts';

/**
 * Rows stream in the database's batches, so that the ledger's size does not matter. They stay in batches, because one
 * promise per row of a million would take longer than checking the rows.
 */
export type Batches<Row> = AsyncIterable<readonly Row[]>;

/** The whole ledger as of one moment, streamed in the orders that the checks need. */
export interface LedgerAudit {
  /** Ordered by account and number. */
  entriesByAccount(): Batches<ChainedEntry>;
  accounts(): Batches<AuditedAccount>;
  balances(): Batches<AuditedBalance>;
  transactions(): Batches<AuditedTransaction>;
  entriesByTransaction(): Batches<Part<'transactionId' | 'currency' | 'amountMinor'>>;
  entriesByCommission(): Batches<Part<'account' | 'commissionId' | 'amountMinor'>>;
  commissionsById(): Batches<AuditedCommission>;
  commissionsByAffiliate(): Batches<AuditedPart>;
  /** The sums over commissions. */
  sumsByAffiliate(): Batches<AuditedSum>;
  commissionsByConversion(): Batches<AuditedEarning>;
  conversionsById(): Batches<AuditedConversion>;
  /** Without markers of releases that arrived before a reserve. */
  reservationsByAffiliate(): Batches<AuditedReservation>;
}

/**
 * Opens the ledger for an audit. All reads see the same moment (MongoDB keeps the snapshot for five minutes), so that
 * concurrent bookings are not reported as differences.
 */
export async function auditLedger<T>(
  mongo: Pick<Mongo, 'connection'>,
  work: (audit: LedgerAudit) => Promise<T>,
): Promise<T> {
  const session = mongo.connection.getClient().startSession({ snapshot: true });
  try {
    return await work(auditOf(mongo, session));
  } finally {
    await session.endSession();
  }
}

function auditOf({ connection }: Pick<Mongo, 'connection'>, session: Session): LedgerAudit {
  const read: Read = async function* <Row>(query: RawQuery, make: (row: RowBytes) => Row) {
    const batches = rawBatches(connection, session, { ...query, allowDiskUse: true });
    for await (const batch of batches) yield readRows(batch, make);
  };
  return { ...entryReads(read), ...balanceReads(read), ...commissionReads(read) };
}

type Read = <Row>(query: RawQuery, make: (row: RowBytes) => Row) => Batches<Row>;

const names = {
  accounts: declared.accounts.name,
  affiliateSums: declared.affiliateSums.name,
  balances: declared.balances.name,
  commissions: declared.commissions.name,
  conversions: declared.conversions.name,
  entries: declared.entries.name,
  reservations: declared.reservations.name,
  transactions: declared.transactions.name,
};

const entryReads = (read: Read) => ({
  entriesByAccount: () => {
    const projection = { _id: 0, affiliateId: 0 };
    return read({ find: names.entries, projection, sort: { _id: 1 } }, entryOf);
  },
  transactions: () => {
    const projection = { currency: 1, cause: 1, entryCount: 1 };
    return read({ find: names.transactions, projection, sort: { _id: 1 } }, transactionOf);
  },
  entriesByTransaction: () => {
    const projection = { _id: 0, transactionId: 1, currency: 1, amountMinor: 1 };
    const query = { find: names.entries, projection, sort: { transactionId: 1 } };
    return read(query, partOfTransaction);
  },
  entriesByCommission: () => {
    const projection = { _id: 0, account: 1, commissionId: 1, amountMinor: 1 };
    const filter = { commissionId: { $type: 'string' } };
    const query = { find: names.entries, filter, projection, sort: { commissionId: 1 } };
    return read(query, partOfCommission);
  },
});

const balanceReads = (read: Read) => ({
  accounts: () => read({ find: names.accounts, sort: { _id: 1 } }, accountOf),
  balances: () => read({ find: names.balances, sort: { _id: 1 } }, balanceOf),
  sumsByAffiliate: () => {
    const filter = { kind: { $in: commissionSums } };
    return read({ find: names.affiliateSums, filter, sort: { _id: 1 } }, sumOf);
  },
  reservationsByAffiliate: () => {
    const filter = { affiliateId: { $ne: '' } };
    return read({ find: names.reservations, filter, sort: { affiliateId: 1 } }, reservationOf);
  },
});

const commissionReads = (read: Read) => ({
  commissionsById: () =>
    read({ find: names.commissions, projection: audited, sort: { _id: 1 } }, amountsOf),
  commissionsByAffiliate: () => {
    const sort = { affiliateId: 1 };
    return read({ find: names.commissions, projection: auditedParts, sort }, partOf);
  },
  // No index has this order, so only the checked fields are sorted.
  commissionsByConversion: () => {
    const pipeline = [{ $project: earnings }, { $sort: { conversionId: 1 } }];
    return read({ aggregate: names.commissions, pipeline }, earningOf);
  },
  conversionsById: () =>
    read({ find: names.conversions, projection: earnedBy, sort: { _id: 1 } }, conversionOf),
});
