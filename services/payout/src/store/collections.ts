import { createCollections, databaseOf, type Mongo } from '@tributary/mongo';
import type mongoose from 'mongoose';
import type { PayoutAccount } from '../domain/account.ts';
import type { AccountChange } from '../domain/account-change.ts';
import type { BillingProfile } from '../domain/billing-profile.ts';
import type { ExchangeRate } from '../domain/exchange.ts';
import type { CreditNote, Invoice } from '../domain/invoice.ts';
import type { Payout } from '../domain/payout.ts';
import type { PayoutBatch, PayoutRun } from '../domain/payout-run.ts';

export type Session = mongoose.mongo.ClientSession;

/** Shard key: affiliateId. Never deleted. `turns` is written to serialize decisions on an affiliate's payouts. */
export type AccountDoc = Omit<PayoutAccount, 'id'> & {
  readonly _id: string;
  readonly turns?: number;
};

/**
 * Shard key: affiliateId. Never deleted. `version` counts changes; a decision on an older version is not saved.
 * `dueAt` is when the next step is due, null where there is none; `attempts` counts the step's attempts without
 * result.
 */
export type PayoutDoc = Omit<Payout, 'id'> & {
  readonly _id: string;
  readonly version: number;
  readonly dueAt: Date | null;
  readonly attempts: number;
  /** Id of the last claim. */
  readonly claim?: string | null;
  /** Correlation id of the request that made it, under which all its steps are logged. */
  readonly correlationId: string | null;
  readonly updatedAt: Date;
};

/** Shard key: accountId. Append-only, never deleted. */
export type AccountChangeDoc = AccountChange & { readonly _id: string };

/** Claimable work: `dueAt` is when it is due, null where nothing is left to do. */
interface Claimed {
  readonly dueAt: Date | null;
  readonly attempts: number;
}

/** Shard key: _id. Never deleted, because a run that exists is not made again. */
export type RunDoc = Omit<PayoutRun, 'id'> & Claimed & { readonly _id: string };

/** Shard key: _id. Never deleted. */
export type BatchDoc = Omit<PayoutBatch, 'id'> & Claimed & { readonly _id: string };

/** Shard key: affiliateId. Never deleted, nor changed once it is complete. `_id` is the payout's id. */
export type InvoiceDoc = Omit<Invoice, 'payoutId'> & { readonly _id: string };

/** Shard key: affiliateId. Never deleted or changed. `_id` is the payout's id. */
export type CreditNoteDoc = Omit<CreditNote, 'payoutId'> & { readonly _id: string };

/** Shard key: _id, an affiliate. The last numbers of its invoices and credit notes. */
export interface InvoiceCounterDoc {
  readonly _id: string;
  readonly last: number;
  readonly lastCreditNote?: number;
}

/** Shard key: _id, a commission. Its facts for invoices; rebuilt by replaying the topic. */
export interface CommissionLineDoc {
  readonly _id: string;
  readonly campaignName: string;
  readonly orderId: string;
  readonly earnedAt: Date;
}

/** Shard key: _id, a user. An affiliate's details for invoices; rebuilt by replaying the topic. */
export interface PartyDoc {
  readonly _id: string;
  readonly name: string;
  readonly company: string | null;
  readonly country: string | null;
  readonly email: string;
  readonly changedAt: Date;
}

/** Shard key: _id, `<currency>/<effective from>`. Rebuilt by replaying the topic. */
export type RateDoc = ExchangeRate & { readonly _id: string };

/** Shard key: _id, an affiliate. */
export type BillingDoc = BillingProfile & { readonly _id: string };

const due = { key: { dueAt: 1 }, partialFilterExpression: { dueAt: { $type: 'date' } } } as const;

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
      { key: { frequency: 1, affiliateId: 1 }, name: 'frequency' },
    ],
  },
  {
    name: 'account_changes',
    indexes: [{ key: { accountId: 1, at: -1, _id: -1 }, name: 'account' }],
  },
  {
    name: 'payout_runs',
    indexes: [
      { ...due, name: 'due' },
      { key: { frequency: 1, day: -1 }, name: 'newest' },
    ],
  },
  {
    name: 'payout_batches',
    indexes: [
      { ...due, name: 'due' },
      { key: { createdAt: -1, _id: -1 }, name: 'newest' },
    ],
  },
  {
    name: 'invoices',
    indexes: [
      { key: { affiliateId: 1, number: 1 }, name: 'number', unique: true },
      {
        key: { issuedAt: 1 },
        name: 'incomplete',
        partialFilterExpression: { isComplete: false },
      },
    ],
  },
  {
    name: 'credit_notes',
    indexes: [{ key: { affiliateId: 1, number: 1 }, name: 'number', unique: true }],
  },
  { name: 'invoice_counters', indexes: [] },
  { name: 'commission_lines', indexes: [] },
  { name: 'parties', indexes: [] },
  { name: 'billing_profiles', indexes: [] },
  {
    name: 'exchange_rates',
    indexes: [{ key: { currency: 1, effectiveFrom: -1 }, name: 'in_force' }],
  },
  {
    name: 'payouts',
    indexes: [
      { key: { affiliateId: 1, requestedAt: -1, _id: -1 }, name: 'affiliate' },
      { key: { requestedAt: -1, _id: -1 }, name: 'newest' },
      { key: { transactionId: 1 }, name: 'transaction', sparse: true },
      { key: { referenceNumber: 1 }, name: 'reference', unique: true },
      { ...due, name: 'due' },
      { key: { step: 1, updatedAt: 1 }, name: 'step' },
      { key: { 'scheduled.batchId': 1, step: 1 }, name: 'batch', sparse: true },
      // The last guard against two payouts of one affiliate in a run.
      { key: { 'scheduled.onceKey': 1 }, name: 'once', unique: true, sparse: true },
    ],
  },
] as const;

/** Opens the service's collections; creates those and the indexes that are missing. */
export async function openCollections(mongo: Mongo) {
  await createCollections(mongo.connection, specs);
  const db = databaseOf(mongo.connection);
  return {
    accounts: db.collection<AccountDoc>('payout_accounts'),
    accountChanges: db.collection<AccountChangeDoc>('account_changes'),
    payouts: db.collection<PayoutDoc>('payouts'),
    runs: db.collection<RunDoc>('payout_runs'),
    batches: db.collection<BatchDoc>('payout_batches'),
    invoices: db.collection<InvoiceDoc>('invoices'),
    creditNotes: db.collection<CreditNoteDoc>('credit_notes'),
    invoiceCounters: db.collection<InvoiceCounterDoc>('invoice_counters'),
    commissionLines: db.collection<CommissionLineDoc>('commission_lines'),
    parties: db.collection<PartyDoc>('parties'),
    exchangeRates: db.collection<RateDoc>('exchange_rates'),
    billingProfiles: db.collection<BillingDoc>('billing_profiles'),
  };
}

export type Collections = Awaited<ReturnType<typeof openCollections>>;
