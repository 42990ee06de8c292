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

/** Shard key: affiliateId. Kept for good. `turns` is written by whoever decides on a payout, to be alone. */
export type AccountDoc = Omit<PayoutAccount, 'id'> & {
  readonly _id: string;
  readonly turns?: number;
};

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
  /** Of whoever claimed it last. */
  readonly claim?: string;
  /** Of the request that made it, so that one id shows the payout's whole way. */
  readonly correlationId: string | null;
  readonly updatedAt: Date;
};

/** Shard key: accountId. Only ever inserted into, and kept for good. */
export type AccountChangeDoc = AccountChange & { readonly _id: string };

/** Work that is claimed: `dueAt` is when it is to be looked at, null where nothing is to be done. */
interface Claimed {
  readonly dueAt: Date | null;
  readonly attempts: number;
}

/** Shard key: _id. Kept for good, as each says that its payouts were made. */
export type RunDoc = Omit<PayoutRun, 'id'> & Claimed & { readonly _id: string };

/** Shard key: _id. Kept for good. */
export type BatchDoc = Omit<PayoutBatch, 'id'> & Claimed & { readonly _id: string };

/** Shard key: affiliateId. Kept for good, and never changed once it is complete. `_id` is the payout's id. */
export type InvoiceDoc = Omit<Invoice, 'payoutId'> & { readonly _id: string };

/** Shard key: affiliateId. Kept for good, and never changed. `_id` is the payout's id. */
export type CreditNoteDoc = Omit<CreditNote, 'payoutId'> & { readonly _id: string };

/** Shard key: _id, an affiliate. The numbers of its newest invoice and of its newest credit note. */
export interface InvoiceCounterDoc {
  readonly _id: string;
  readonly last: number;
  readonly lastCreditNote?: number;
}

/** Shard key: _id, a commission. What an invoice says of it; filled again by replaying the topic. */
export interface CommissionLineDoc {
  readonly _id: string;
  readonly campaignName: string;
  readonly orderId: string;
  readonly earnedAt: Date;
}

/** Shard key: _id, a user. What an invoice says of an affiliate; filled again by replaying the topic. */
export interface PartyDoc {
  readonly _id: string;
  readonly name: string;
  readonly company: string | null;
  readonly country: string | null;
  readonly email: string;
  readonly changedAt: Date;
}

/** Shard key: _id, `<currency>/<from when on>`. Filled again by replaying the topic. */
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
      // The last guard of "once per affiliate and run".
      { key: { 'scheduled.onceKey': 1 }, name: 'once', unique: true, sparse: true },
    ],
  },
] as const;

/** The service's collections, made with their indexes where they are missing. */
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
