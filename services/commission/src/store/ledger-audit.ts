import { collectionsOf, type Mongo } from '@tributary/mongo';
import { commissionSums } from '../domain/affiliate-sums.ts';
import {
  amountsOf,
  audited,
  auditedParts,
  type AuditedCommission,
  type AuditedConversion,
  type AuditedEarning,
  type AuditedPart,
  type AuditedTransaction,
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
  transactionOf,
} from './audited-rows.ts';
import {
  type AccountDocument,
  type BalanceDocument,
  type Collections,
  collections as declared,
  type ReservationDocument,
  type SumDocument,
} from './collections.ts';
import { readRows, type RowBytes } from './row-bytes.ts';

/**
 * Rows stream in the driver's batches, so that the ledger's size does not matter. They stay in batches, because one promise
 * per row of a million would take longer than checking the rows.
 */
export type Batches<Row> = AsyncIterable<readonly Row[]>;

const batchSize = 2_000;

/** The whole ledger as of one moment, streamed in the orders that the checks need. */
export interface LedgerAudit {
  /** Ordered by account and number. */
  entriesByAccount(): Batches<ChainedEntry>;
  accounts(): Batches<AccountDocument>;
  balances(): Batches<BalanceDocument>;
  transactions(): Batches<AuditedTransaction>;
  entriesByTransaction(): Batches<Part<'transactionId' | 'currency' | 'amountMinor'>>;
  entriesByCommission(): Batches<Part<'account' | 'commissionId' | 'amountMinor'>>;
  commissionsById(): Batches<AuditedCommission>;
  commissionsByAffiliate(): Batches<AuditedPart>;
  /** The sums over commissions. */
  sumsByAffiliate(): Batches<SumDocument>;
  commissionsByConversion(): Batches<AuditedEarning>;
  conversionsById(): Batches<AuditedConversion>;
  /** Without markers of releases that arrived before a reserve. */
  reservationsByAffiliate(): Batches<ReservationDocument>;
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

interface Cursor<Row> {
  hasNext(): Promise<boolean>;
  readBufferedDocuments(): Row[];
}

/** The database reads the next batch while this one is being checked. */
async function* batchesOf<Row>(cursor: Cursor<Row>): AsyncGenerator<Row[]> {
  let more = await cursor.hasNext();
  while (more) {
    const rows = cursor.readBufferedDocuments();
    const next = cursor.hasNext();
    // A consumer that stops early never awaits it; otherwise its failure is thrown below.
    next.catch(() => undefined);
    yield rows;
    more = await next;
  }
}

/** The same for a cursor that returns raw documents. */
async function* rowsOf<Row>(cursor: object, make: (row: RowBytes) => Row): AsyncGenerator<Row[]> {
  for await (const batch of batchesOf(cursor as Cursor<Uint8Array>)) yield readRows(batch, make);
}

type Session = ReturnType<ReturnType<Mongo['connection']['getClient']>['startSession']>;

function auditOf(mongo: Pick<Mongo, 'connection'>, session: Session): LedgerAudit {
  const collections = collectionsOf(mongo.connection, declared);
  const { accounts, affiliateSums, balances, reservations } = collections;
  // Set on each read, because the client's read concern overrides the session's.
  const readConcern = { level: 'snapshot' } as const;
  const reading = { session, readConcern, batchSize } as const;
  // Texts were validated when they were written; validating them again takes a seventh of the time.
  const all = { ...reading, allowDiskUse: true, enableUtf8Validation: false } as const;
  const bytes = { ...reading, allowDiskUse: true, raw: true } as const;
  return {
    ...entryReads(collections, bytes),
    ...commissionReads(collections, bytes),
    accounts: () => batchesOf(accounts.find({}, all).sort({ _id: 1 })),
    balances: () => batchesOf(balances.find({}, all).sort({ _id: 1 })),
    sumsByAffiliate: () => {
      const kept = affiliateSums.find({ kind: { $in: [...commissionSums] } }, all);
      return batchesOf(kept.sort({ _id: 1 }));
    },
    reservationsByAffiliate: () =>
      batchesOf(reservations.find({ affiliateId: { $ne: '' } }, all).sort({ affiliateId: 1 })),
  };
}

type Reading = Readonly<{ session: Session; raw: true }>;

const entryReads = ({ entries, transactions }: Collections, bytes: Reading) => ({
  entriesByAccount: () => {
    const projection = { _id: 0, affiliateId: 0 };
    return rowsOf(entries.find({}, { ...bytes, projection }).sort({ _id: 1 }), entryOf);
  },
  transactions: () => {
    const projection = { currency: 1, cause: 1, entryCount: 1 };
    const found = transactions.find({}, { ...bytes, projection });
    return rowsOf(found.sort({ _id: 1 }), transactionOf);
  },
  entriesByTransaction: () => {
    const projection = { _id: 0, transactionId: 1, currency: 1, amountMinor: 1 };
    const found = entries.find({}, { ...bytes, projection });
    return rowsOf(found.sort({ transactionId: 1 }), partOfTransaction);
  },
  entriesByCommission: () => {
    const projection = { _id: 0, account: 1, commissionId: 1, amountMinor: 1 };
    const ofOne = { commissionId: { $type: 'string' } } as const;
    const found = entries.find(ofOne, { ...bytes, projection });
    return rowsOf(found.sort({ commissionId: 1 }), partOfCommission);
  },
});

const commissionReads = ({ commissions, conversions }: Collections, bytes: Reading) => ({
  commissionsById: () => {
    const found = commissions.find({}, { ...bytes, projection: audited });
    return rowsOf(found.sort({ _id: 1 }), amountsOf);
  },
  commissionsByAffiliate: () => {
    const found = commissions.find({}, { ...bytes, projection: auditedParts });
    return rowsOf(found.sort({ affiliateId: 1 }), partOf);
  },
  // No index has this order, so only the checked fields are sorted.
  commissionsByConversion: () => {
    const stages = [{ $project: earnings }, { $sort: { conversionId: 1 } }];
    return rowsOf(commissions.aggregate(stages, bytes), earningOf);
  },
  conversionsById: () => {
    const found = conversions.find({}, { ...bytes, projection: earnedBy });
    return rowsOf(found.sort({ _id: 1 }), conversionOf);
  },
});
