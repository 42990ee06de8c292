import {
  type CollectionsOf,
  defineCollection,
  type DocumentOf,
  suspensions,
  erasures,
} from '@tributary/mongo';
import { type DueDocument } from '@tributary/work';
import { type PayoutAccount } from '../domain/account.ts';
import { type AccountChange } from '../domain/account-change.ts';
import { type BillingProfile } from '../domain/billing-profile.ts';
import { type ExchangeRate } from '../domain/exchange.ts';
import { type CreditNote, type Invoice } from '../domain/invoice.ts';
import { type Payout } from '../domain/payout.ts';
import { type PayoutBatch, type PayoutRun } from '../domain/payout-run.ts';

/** A document with due work, retried until it has a result. */
export interface DueWork extends DueDocument {
  /** Attempts without result. */
  readonly attempts: number;
}

export interface AccountDocument extends DocumentOf<PayoutAccount> {
  /** Written to serialize decisions on an affiliate's payouts. */
  readonly turns?: number;
}

export interface AccountChangeDocument extends AccountChange {
  readonly _id: string;
}

export interface PayoutDocument extends DocumentOf<Payout>, DueWork {
  /** Counts changes; a decision on an older version is not saved. */
  readonly version: number;
  /** Correlation id of the request that made it, under which all its steps are logged. */
  readonly correlationId: string | null;
  /** Of the request that made it, whose trace is kept; its steps are part of that trace. */
  readonly traceparent?: string;
  readonly updatedAt: Date;
}

export type RunDocument = DocumentOf<PayoutRun> & DueWork;
export type BatchDocument = DocumentOf<PayoutBatch> & DueWork;

/** `_id` is the payout's id. Not changed once it is complete. */
export type InvoiceDocument = Omit<Invoice, 'payoutId'> & { readonly _id: string };

/** `_id` is the payout's id. Never changed. */
export type CreditNoteDocument = Omit<CreditNote, 'payoutId'> & { readonly _id: string };

/** The last numbers of an affiliate's invoices and credit notes; `_id` is the affiliate. */
export interface InvoiceCounterDocument {
  readonly _id: string;
  readonly last: number;
  readonly lastCreditNote?: number;
}

/** A commission's facts for invoices: a copy from commission; `_id` is the commission. */
export interface CommissionLineDocument {
  readonly _id: string;
  readonly campaignName: string;
  readonly orderId: string;
  readonly earnedAt: Date;
}

/** A user's details for invoices and mails: a copy from identity; `_id` is the user. */
export interface PartyDocument {
  readonly _id: string;
  readonly name: string;
  readonly company: string | null;
  readonly country: string | null;
  readonly email: string;
  /** The locale of the registration; absent where it is not known. */
  readonly locale?: string;
  readonly changedAt: Date;
}

/** A copy from commission; `_id` is `<currency>/<effective from>`. */
export interface ExchangeRateDocument extends ExchangeRate {
  readonly _id: string;
}

/** `_id` is the affiliate. */
export interface BillingProfileDocument extends BillingProfile {
  readonly _id: string;
}

const due = {
  key: { dueAt: 1 },
  name: 'due',
  partialFilterExpression: { dueAt: { $type: 'date' } },
} as const;

const accounts = defineCollection<AccountDocument>({
  name: 'payout_accounts',
  shardKey: { affiliateId: 'hashed' },
  retention: 'permanent',
  personal: [{ of: 'account', fields: ['destination'], by: ['affiliateId'], erased: 'deleted' }],
  exports: {
    by: ['affiliateId'],
    fields: [
      'provider',
      'destination',
      'minimumPayoutMinor',
      'frequency',
      'autoPayoutEnabled',
      'isVerified',
      'isActive',
      'isDefault',
      'createdAt',
    ],
  },
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
});

/** Append-only. */
const accountChanges = defineCollection<AccountChangeDocument>({
  name: 'account_changes',
  shardKey: { accountId: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { accountId: 1, at: -1, _id: -1 }, name: 'account' }],
});

const payouts = defineCollection<PayoutDocument>({
  name: 'payouts',
  shardKey: { unsharded: 'reference numbers are unique among all payouts' },
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['destination', 'description'],
      erased: { kept: 'statutory records: proof of payment, 10 years' },
    },
  ],
  exports: {
    by: ['affiliateId'],
    fields: [
      'provider',
      'destination',
      'kind',
      'step',
      'amountMinor',
      'feeMinor',
      'currency',
      'referenceNumber',
      'description',
      'requestedAt',
      'submittedAt',
      'completedAt',
    ],
  },
  indexes: [
    { key: { affiliateId: 1, requestedAt: -1, _id: -1 }, name: 'affiliate' },
    { key: { requestedAt: -1, _id: -1 }, name: 'newest' },
    { key: { transactionId: 1 }, name: 'transaction', sparse: true },
    { key: { referenceNumber: 1 }, name: 'reference', unique: true },
    due,
    { key: { step: 1, updatedAt: 1 }, name: 'step' },
    { key: { 'scheduled.batchId': 1, step: 1 }, name: 'batch', sparse: true },
    // The last guard against two payouts of one affiliate in a run.
    { key: { 'scheduled.onceKey': 1 }, name: 'once', unique: true, sparse: true },
  ],
});

const runs = defineCollection<RunDocument>({
  name: 'payout_runs',
  shardKey: { _id: 'hashed' },
  // A run that exists is not made again.
  retention: 'permanent',
  personal: 'none',
  indexes: [due, { key: { frequency: 1, day: -1 }, name: 'newest' }],
});

const batches = defineCollection<BatchDocument>({
  name: 'payout_batches',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  indexes: [due, { key: { createdAt: -1, _id: -1 }, name: 'newest' }],
});

const invoices = defineCollection<InvoiceDocument>({
  name: 'invoices',
  shardKey: { affiliateId: 'hashed' },
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['content'],
      erased: { kept: 'statutory records: invoices, 10 years' },
    },
  ],
  exports: { by: ['affiliateId'], fields: ['number', 'issuedAt', 'content'] },
  indexes: [
    { key: { affiliateId: 1, number: 1 }, name: 'number', unique: true },
    { key: { issuedAt: 1 }, name: 'incomplete', partialFilterExpression: { isComplete: false } },
  ],
});

const creditNotes = defineCollection<CreditNoteDocument>({
  name: 'credit_notes',
  shardKey: { affiliateId: 'hashed' },
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['affiliateId'],
      erased: { kept: 'statutory records: credit notes, 10 years' },
    },
  ],
  exports: { by: ['affiliateId'], fields: ['number', 'issuedAt'] },
  indexes: [{ key: { affiliateId: 1, number: 1 }, name: 'number', unique: true }],
});

const invoiceCounters = defineCollection<InvoiceCounterDocument>({
  name: 'invoice_counters',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
});

const commissionLines = defineCollection<CommissionLineDocument>({
  name: 'commission_lines',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
});

const parties = defineCollection<PartyDocument>({
  name: 'parties',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['name', 'company', 'country', 'email', 'locale'],
      by: ['_id'],
      erased: 'deleted',
    },
  ],
});

const billingProfiles = defineCollection<BillingProfileDocument>({
  name: 'billing_profiles',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['legalName', 'addressLines', 'taxId'],
      by: ['_id'],
      erased: 'deleted',
    },
  ],
  exports: { by: ['_id'], fields: ['legalName', 'addressLines', 'taxId'] },
});

/** Append-only. */
const exchangeRates = defineCollection<ExchangeRateDocument>({
  name: 'exchange_rates',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { currency: 1, effectiveFrom: -1 }, name: 'in_force' }],
});

export const collections = {
  accounts,
  accountChanges,
  payouts,
  runs,
  batches,
  invoices,
  creditNotes,
  invoiceCounters,
  commissionLines,
  parties,
  billingProfiles,
  exchangeRates,
  suspensions,
  erasures,
};
export type Collections = CollectionsOf<typeof collections>;
