import { createCollections, databaseOf, type Mongo } from '@tributary/mongo';
import type mongoose from 'mongoose';
import type { PayoutAccount } from '../domain/account.ts';
import type { Payout } from '../domain/payout.ts';

export type Session = mongoose.mongo.ClientSession;

/** Shard key: affiliateId. Kept for good. */
export type AccountDoc = Omit<PayoutAccount, 'id'> & { readonly _id: string };

/**
 * Shard key: affiliateId. Kept for good. `version` counts changes: whoever decided on an older one
 * starts again. `dueAt` is when the next step is to be looked at, null where nothing is to be done;
 * `attempts` is how often this step was looked at in vain.
 */
export type PayoutDoc = Omit<Payout, 'id'> & {
  readonly _id: string;
  readonly version: number;
  readonly dueAt: Date | null;
  readonly attempts: number;
  /** Of the request that made it, so that one id shows the payout's whole way. */
  readonly correlationId: string | null;
  readonly updatedAt: Date;
};

const specs = [
  {
    name: 'payout_accounts',
    indexes: [
      { key: { affiliateId: 1, createdAt: -1 }, name: 'affiliate' },
      { key: { provider: 1, destination: 1 }, name: 'destination' },
      {
        key: { affiliateId: 1, provider: 1, destination: 1 },
        name: 'one_per_destination',
        unique: true,
      },
    ],
  },
  {
    name: 'payouts',
    indexes: [
      { key: { affiliateId: 1, requestedAt: -1, _id: -1 }, name: 'affiliate' },
      { key: { requestedAt: -1, _id: -1 }, name: 'newest' },
      { key: { transactionId: 1 }, name: 'transaction', sparse: true },
      { key: { referenceNumber: 1 }, name: 'reference', unique: true },
      { key: { dueAt: 1 }, name: 'due', partialFilterExpression: { dueAt: { $type: 'date' } } },
    ],
  },
] as const;

/** The service's collections, made with their indexes where they are missing. */
export async function openCollections(mongo: Mongo) {
  await createCollections(mongo.connection, specs);
  const db = databaseOf(mongo.connection);
  return {
    accounts: db.collection<AccountDoc>('payout_accounts'),
    payouts: db.collection<PayoutDoc>('payouts'),
  };
}

export type Collections = Awaited<ReturnType<typeof openCollections>>;
