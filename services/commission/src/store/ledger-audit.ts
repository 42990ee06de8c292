import type { Mongo } from '@tributary/mongo';
import type { Commission } from '../domain/commission.ts';
import {
  type AccountDoc,
  type BalanceDoc,
  collectionsOf,
  type CommissionDoc,
  type EntryDoc,
  type ReservationDoc,
  type TransactionDoc,
} from './collections.ts';
import { toCommission } from './commission-store.ts';

/** Rows come in batches from the driver, so that the size of the books does not matter. */
const batchSize = 5_000;

/** The whole of the books at one moment, streamed in the orders that checking them needs. */
export interface LedgerAudit {
  /** Each account's entries together, by number. */
  entriesByAccount(): AsyncIterable<EntryDoc>;
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
type Part<Field extends keyof EntryDoc> = Pick<EntryDoc, '_id' | Field>;

/** A commission, and what its record says a payout may take of it. */
export type AuditedCommission = Commission & { readonly recordedFreeMinor: number };

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

async function* audited(docs: AsyncIterable<CommissionDoc>): AsyncGenerator<AuditedCommission> {
  for await (const doc of docs) yield { ...toCommission(doc), recordedFreeMinor: doc.freeMinor };
}

type Session = ReturnType<ReturnType<Mongo['connection']['getClient']>['startSession']>;

function auditOf(mongo: Pick<Mongo, 'connection'>, session: Session): LedgerAudit {
  const collections = collectionsOf(mongo);
  const { accounts, balances, commissions, entries, reservations, transactions } = collections;
  const all = { session, batchSize, allowDiskUse: true } as const;
  return {
    entriesByAccount: () => entries.find({}, all).sort({ _id: 1 }),
    accounts: () => accounts.find({}, all).sort({ _id: 1 }),
    balances: () => balances.find({}, all).sort({ _id: 1 }),
    transactions: () => transactions.find({}, all).sort({ _id: 1 }),
    entriesByTransaction: () =>
      entries
        .find({}, { ...all, projection: { transactionId: 1, currency: 1, amountMinor: 1 } })
        .sort({ transactionId: 1 }),
    entriesByCommission: () =>
      entries
        .find(
          { commissionId: { $type: 'string' } },
          { ...all, projection: { account: 1, commissionId: 1, amountMinor: 1 } },
        )
        .sort({ commissionId: 1 }),
    commissionsById: () => audited(commissions.find({}, all).sort({ _id: 1 })),
    commissionsByAffiliate: () => audited(commissions.find({}, all).sort({ affiliateId: 1 })),
    reservationsByAffiliate: () =>
      reservations.find({ attempt: { $gt: 0 } }, all).sort({ affiliateId: 1 }),
  };
}
