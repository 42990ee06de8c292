import type { Mongo } from '@tributary/mongo';
import type { Commission, CommissionAmounts } from '../domain/commission.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import {
  type AccountDoc,
  type BalanceDoc,
  collectionsOf,
  type CommissionDoc,
  type ReservationDoc,
  type TransactionDoc,
} from './collections.ts';

/**
 * Rows come in batches from the driver, so that the size of the books does not matter; and they stay in
 * batches, because a promise for each of a million rows would take longer than checking them.
 */
export type Batches<Row> = AsyncIterable<readonly Row[]>;

const batchSize = 2_000;

/** The whole of the books at one moment, streamed in the orders that checking them needs. */
export interface LedgerAudit {
  /** Each account's entries together, by number. */
  entriesByAccount(): Batches<LedgerEntry>;
  accounts(): Batches<AccountDoc>;
  balances(): Batches<BalanceDoc>;
  transactions(): Batches<Pick<TransactionDoc, '_id' | 'currency' | 'cause' | 'entryCount'>>;
  entriesByTransaction(): Batches<Part<'transactionId' | 'currency' | 'amountMinor'>>;
  entriesByCommission(): Batches<Part<'account' | 'commissionId' | 'amountMinor'>>;
  commissionsById(): Batches<AuditedCommission>;
  commissionsByAffiliate(): Batches<AuditedCommission>;
  /** Those that ever set something aside. */
  reservationsByAffiliate(): Batches<ReservationDoc>;
}
type Part<Field extends keyof LedgerEntry> = Pick<LedgerEntry, Field>;

/** The amounts of a commission, and what its record says a payout may take of it. */
export type AuditedCommission = CommissionAmounts &
  Pick<Commission, 'id' | 'affiliateId' | 'currency' | 'entitledMinor'> & {
    readonly recordedFreeMinor: number;
  };

/** Only what is checked is read: most of the time goes into making objects of bytes. */
const audited = {
  affiliateId: 1,
  currency: 1,
  status: 1,
  entitledMinor: 1,
  amountMinor: 1,
  paidMinor: 1,
  reservedMinor: 1,
  freeMinor: 1,
} as const;
type AuditedDoc = Pick<CommissionDoc, '_id' | keyof typeof audited>;

/**
 * Opens the books for an audit. All reads see the same moment, however long they take (MongoDB keeps
 * it for five minutes), so that bookings under way are no differences.
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

async function* amountsOf(batches: Batches<AuditedDoc>): AsyncGenerator<AuditedCommission[]> {
  for await (const docs of batches) {
    yield docs.map((doc) => ({ ...doc, id: doc._id, recordedFreeMinor: doc.freeMinor }));
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
    // Whoever leaves in the middle waits for it no more; its failure is met below otherwise.
    next.catch(() => undefined);
    yield rows;
    more = await next;
  }
}

type Session = ReturnType<ReturnType<Mongo['connection']['getClient']>['startSession']>;

function auditOf(mongo: Pick<Mongo, 'connection'>, session: Session): LedgerAudit {
  const collections = collectionsOf(mongo);
  const { accounts, balances, commissions, entries, reservations, transactions } = collections;
  // Texts were checked when they were written: looking at each letter again is a seventh of the time.
  const all = { session, batchSize, allowDiskUse: true, enableUtf8Validation: false } as const;
  return {
    entriesByAccount: () => {
      const projection = { _id: 0, affiliateId: 0 };
      return batchesOf(entries.find({}, { ...all, projection }).sort({ _id: 1 }));
    },
    accounts: () => batchesOf(accounts.find({}, all).sort({ _id: 1 })),
    balances: () => batchesOf(balances.find({}, all).sort({ _id: 1 })),
    transactions: () => {
      const projection = { currency: 1, cause: 1, entryCount: 1 };
      return batchesOf(transactions.find({}, { ...all, projection }).sort({ _id: 1 }));
    },
    entriesByTransaction: () => {
      const projection = { _id: 0, transactionId: 1, currency: 1, amountMinor: 1 };
      return batchesOf(entries.find({}, { ...all, projection }).sort({ transactionId: 1 }));
    },
    entriesByCommission: () => {
      const projection = { _id: 0, account: 1, commissionId: 1, amountMinor: 1 };
      const ofOne = { commissionId: { $type: 'string' } } as const;
      return batchesOf(entries.find(ofOne, { ...all, projection }).sort({ commissionId: 1 }));
    },
    commissionsById: () =>
      amountsOf(batchesOf(commissions.find({}, { ...all, projection: audited }).sort({ _id: 1 }))),
    commissionsByAffiliate: () => {
      const found = commissions.find({}, { ...all, projection: audited });
      return amountsOf(batchesOf(found.sort({ affiliateId: 1 })));
    },
    reservationsByAffiliate: () =>
      batchesOf(reservations.find({ affiliateId: { $ne: '' } }, all).sort({ affiliateId: 1 })),
  };
}
