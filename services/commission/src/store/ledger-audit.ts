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

/** Rows come in batches from the driver, so that the size of the books does not matter. */
const batchSize = 1_000;

/** The whole of the books at one moment, streamed in the orders that checking them needs. */
export interface LedgerAudit {
  /** Each account's entries together, by number. */
  entriesByAccount(): AsyncIterable<LedgerEntry>;
  accounts(): AsyncIterable<AccountDoc>;
  balances(): AsyncIterable<BalanceDoc>;
  transactions(): AsyncIterable<TransactionDoc>;
  entriesByTransaction(): AsyncIterable<Part<'transactionId' | 'currency' | 'amountMinor'>>;
  entriesByCommission(): AsyncIterable<Part<'account' | 'commissionId' | 'amountMinor'>>;
  commissionsById(): AsyncIterable<AuditedCommission>;
  commissionsByAffiliate(): AsyncIterable<AuditedCommission>;
  /** Those that ever set something aside. */
  reservationsByAffiliate(): AsyncIterable<ReservationDoc>;
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

async function* amountsOf(docs: AsyncIterable<AuditedDoc>): AsyncGenerator<AuditedCommission> {
  for await (const doc of docs) yield { ...doc, id: doc._id, recordedFreeMinor: doc.freeMinor };
}

type Session = ReturnType<ReturnType<Mongo['connection']['getClient']>['startSession']>;

function auditOf(mongo: Pick<Mongo, 'connection'>, session: Session): LedgerAudit {
  const collections = collectionsOf(mongo);
  const { accounts, balances, commissions, entries, reservations, transactions } = collections;
  const all = { session, batchSize, allowDiskUse: true } as const;
  return {
    entriesByAccount: () =>
      entries.find({}, { ...all, projection: { _id: 0, affiliateId: 0 } }).sort({ _id: 1 }),
    accounts: () => accounts.find({}, all).sort({ _id: 1 }),
    balances: () => balances.find({}, all).sort({ _id: 1 }),
    transactions: () => transactions.find({}, all).sort({ _id: 1 }),
    entriesByTransaction: () => {
      const projection = { _id: 0, transactionId: 1, currency: 1, amountMinor: 1 };
      return entries.find({}, { ...all, projection }).sort({ transactionId: 1 });
    },
    entriesByCommission: () => {
      const projection = { _id: 0, account: 1, commissionId: 1, amountMinor: 1 };
      const ofOne = { commissionId: { $type: 'string' } } as const;
      return entries.find(ofOne, { ...all, projection }).sort({ commissionId: 1 });
    },
    commissionsById: () =>
      amountsOf(commissions.find({}, { ...all, projection: audited }).sort({ _id: 1 })),
    commissionsByAffiliate: () =>
      amountsOf(commissions.find({}, { ...all, projection: audited }).sort({ affiliateId: 1 })),
    reservationsByAffiliate: () =>
      reservations.find({ affiliateId: { $ne: '' } }, all).sort({ affiliateId: 1 }),
  };
}
