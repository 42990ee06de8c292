import type { CampaignSnapshot, CommissionTerms, ScheduledFrequency } from '@tributary/contracts';
import {
  type CollectionsOf,
  defineCollection,
  type DocumentOf,
  ERASED_NAME,
  suspensions,
  erasures,
} from '@tributary/mongo';
import type { Balance } from '../domain/balance.ts';
import type { Commission } from '../domain/commission.ts';
import type { EarnedConversion } from '../domain/earned-conversion.ts';
import type { AccountHead, LedgerEntry, LedgerTransaction } from '../domain/ledger.ts';
import type { ExchangeRate } from '../domain/exchange.ts';
import type { SumAmounts, SumKey } from '../domain/affiliate-sums.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { ConversionView } from '../domain/conversion-view.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { TierChange, TierScheme } from '../domain/tier.ts';
import {
  campaignSpending,
  clickCounters,
  clickStatements,
  paidClicks,
} from './click-collections.ts';

/** `freeMinor` is stored beside the amounts, so that an index finds what a payout may reserve. */
export type CommissionDocument = DocumentOf<Commission> & { readonly freeMinor: number };
export type ConversionDocument = DocumentOf<EarnedConversion>;
/** `_id` is the payout's. */
export type ReservationDocument = Omit<Reservation, 'payoutId'> & { readonly _id: string };
/** `_id` is `<scheme>/<version>`. */
export type SchemeDocument = TierScheme & { readonly _id: string };
/** `_id` is `<affiliate>/<scheme>/<number>`. */
export type TierChangeDocument = TierChange & { readonly _id: string };
/** `_id` is `<currency>/<effective from>`. */
export type RateDocument = ExchangeRate & { readonly _id: string; readonly setBy: string };
/** `_id` is `<campaign>/<hash of campaign and customer>`. */
export type SubscriptionDocument = Subscription & { readonly _id: string };
/** `_id` is `sumId` of its key. Amounts that nothing was added to are absent. */
export type SumDocument = SumKey & Partial<SumAmounts> & { readonly _id: string };
/** `_id` is `<affiliate>/<currency>`. */
export type BalanceDocument = Balance & { readonly _id: string; readonly updatedAt: Date };
/** `_id` is `<account>/<currency>`. */
export type AccountDocument = AccountHead & { readonly _id: string; readonly affiliateId: string };
export type TransactionDocument = Omit<LedgerTransaction, 'id' | 'postings'> & {
  readonly _id: string;
  readonly entryCount: number;
};
/** `_id` is `<account>/<currency>/<seq, padded>`: an account's entries in their order. */
export type EntryDocument = LedgerEntry & { readonly _id: string };

export interface CampaignDocument {
  readonly _id: string;
  readonly name: string;
  readonly brandId: string;
  readonly brandName: string;
  readonly type: CampaignSnapshot['type'];
  readonly terms: CommissionTerms;
  /** Absent in copies stored before the field existed. */
  readonly caps?: CampaignSnapshot['caps'];
  readonly budget?: CampaignSnapshot['budget'];
  readonly updatedAt: Date;
}

/** `_id` is the affiliate's. */
export interface ScheduleDocument {
  readonly _id: string;
  readonly frequency: ScheduledFrequency | null;
  readonly changedAt: Date;
}

/** A conversion as its affiliates see it; fed by events of tracking and attribution. */
export type ConversionViewDocument = DocumentOf<ConversionView>;

const newestFirst = { createdAt: -1, _id: -1 } as const;

// All through the driver, because hydrating models would slow the many writes.

const commissions = defineCollection<CommissionDocument>({
  name: 'commissions',
  shardKey: { affiliateId: 'hashed' },
  // They explain payments.
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['affiliateId', 'brandId'],
      erased: { kept: 'statutory records, 10 years' },
    },
  ],
  exports: {
    by: ['affiliateId'],
    fields: [
      'campaignName',
      'orderId',
      'currency',
      'status',
      'amountMinor',
      'paidMinor',
      'convertedAt',
      'createdAt',
      'approvedAt',
      'paidAt',
      'cancelledAt',
    ],
  },
  // Its fields begin those of `once_per_change`.
  formerIndexes: ['once'],
  indexes: [
    // Enforces one commission per conversion and affiliate, and one line per attribution change.
    {
      key: { affiliateId: 1, conversionId: 1, changeId: 1 },
      name: 'once_per_change',
      unique: true,
    },
    { key: { affiliateId: 1, ...newestFirst }, name: 'newest' },
    { key: { affiliateId: 1, status: 1, ...newestFirst }, name: 'newest_by_status' },
    {
      // The status comes last, so that filtering by it reads no document.
      key: { affiliateId: 1, campaignId: 1, ...newestFirst, status: 1 },
      name: 'newest_by_campaign',
    },
    // For sums of parts of days; sums of whole days are stored.
    { key: { affiliateId: 1, convertedAt: 1 }, name: 'converted' },
    {
      key: { affiliateId: 1, currency: 1, createdAt: 1, _id: 1 },
      name: 'payable',
      partialFilterExpression: { freeMinor: { $gt: 0 } },
    },
    { key: { holdUntil: 1 }, name: 'held', partialFilterExpression: { status: 'pending' } },
    {
      key: { affiliateId: 1, currency: 1 },
      name: 'fraud_held',
      partialFilterExpression: { holdReason: 'fraud_review' },
    },
    {
      key: { brandId: 1, ...newestFirst },
      name: 'fraud_held_by_brand',
      partialFilterExpression: { holdReason: 'fraud_review' },
    },
  ],
});

const conversions = defineCollection<ConversionDocument>({
  name: 'earned_conversions',
  shardKey: { _id: 'hashed' },
  // Refunds can arrive years later.
  retention: 'permanent',
  personal: 'none',
});

const reservations = defineCollection<ReservationDocument>({
  name: 'reservations',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: [
    { of: 'account', fields: ['affiliateId'], erased: { kept: 'statutory records, 10 years' } },
  ],
  indexes: [{ key: { affiliateId: 1, reservedAt: -1 }, name: 'affiliate' }],
});

/** One per affiliate and currency; derived from the entries. */
const balances = defineCollection<BalanceDocument>({
  name: 'balances',
  shardKey: { affiliateId: 'hashed' },
  retention: 'permanent',
  personal: [
    { of: 'account', fields: ['affiliateId'], erased: { kept: 'statutory records, 10 years' } },
  ],
  exports: {
    by: ['affiliateId'],
    fields: [
      'currency',
      'pendingMinor',
      'availableMinor',
      'reservedMinor',
      'paidMinor',
      'debtMinor',
    ],
  },
  indexes: [
    { key: { updatedAt: 1 }, name: 'moved' },
    { key: { affiliateId: 1 }, name: 'affiliate' },
  ],
});

/** Derived from commissions and conversion views. */
const affiliateSums = defineCollection<SumDocument>({
  name: 'affiliate_sums',
  shardKey: { affiliateId: 'hashed' },
  retention: 'permanent',
  personal: 'none',
});

/** The last entry of each account and currency. */
const accounts = defineCollection<AccountDocument>({
  name: 'ledger_accounts',
  shardKey: { affiliateId: 'hashed' },
  retention: 'permanent',
  personal: [
    { of: 'account', fields: ['affiliateId'], erased: { kept: 'statutory records, 10 years' } },
  ],
});

/** Insert-only. */
const transactions = defineCollection<TransactionDocument>({
  name: 'ledger_transactions',
  shardKey: { affiliateId: 'hashed' },
  retention: 'permanent',
  personal: [
    { of: 'account', fields: ['affiliateId'], erased: { kept: 'statutory records, 10 years' } },
  ],
  indexes: [
    {
      key: { 'cause.payoutId': 1 },
      name: 'payout',
      partialFilterExpression: { 'cause.payoutId': { $exists: true } },
    },
  ],
});

/** Insert-only. */
const entries = defineCollection<EntryDocument>({
  name: 'ledger_entries',
  shardKey: { affiliateId: 'hashed' },
  retention: 'permanent',
  personal: [
    { of: 'account', fields: ['affiliateId'], erased: { kept: 'statutory records, 10 years' } },
  ],
  indexes: [
    { key: { transactionId: 1 }, name: 'transaction' },
    {
      key: { commissionId: 1 },
      name: 'commission',
      partialFilterExpression: { commissionId: { $type: 'string' } },
    },
  ],
});

const tierSchemes = defineCollection<SchemeDocument>({
  name: 'tier_schemes',
  shardKey: { _id: 'hashed' },
  // Commissions refer to the version that they were earned by.
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { schemeId: 1, version: 1 }, name: 'scheme' }],
});

/** Insert-only. */
const tierChanges = defineCollection<TierChangeDocument>({
  name: 'tier_changes',
  shardKey: { affiliateId: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { affiliateId: 1, at: 1 }, name: 'history' }],
});

/** Insert-only. */
const exchangeRates = defineCollection<RateDocument>({
  name: 'exchange_rates',
  shardKey: { unsharded: 'one document a day and currency' },
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { currency: 1, effectiveFrom: 1 }, name: 'dated' }],
});

const subscriptions = defineCollection<SubscriptionDocument>({
  name: 'subscriptions',
  shardKey: { _id: 'hashed' },
  // Renewals may earn for years.
  retention: 'permanent',
  personal: [
    {
      of: 'customer',
      fields: ['customerKey', 'firstConversionId'],
      erased: { own: 'the customer’s orders are unlinked' },
    },
  ],
  indexes: [
    {
      key: { firstConversionId: 1 },
      name: 'first',
      partialFilterExpression: { firstConversionId: { $type: 'string' } },
    },
  ],
});

const payoutSchedules = defineCollection<ScheduleDocument>({
  name: 'payout_schedules',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
});

/** A copy of names and terms; rebuilt by replaying the topic. */
const campaigns = defineCollection<CampaignDocument>({
  name: 'campaigns',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['brandName'],
      by: ['brandId'],
      erased: { blanked: { brandName: ERASED_NAME } },
    },
  ],
  indexes: [{ key: { brandId: 1 }, name: 'brand' }],
});

const conversionViews = defineCollection<ConversionViewDocument>({
  name: 'conversion_views',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: [
    {
      of: 'customer',
      fields: ['customerId'],
      erased: { own: 'blanked with the customer’s orders; 90 days' },
    },
  ],
  indexes: [
    { key: { affiliateIds: 1, convertedAt: -1, _id: -1 }, name: 'newest' },
    { key: { affiliateIds: 1, status: 1, convertedAt: -1, _id: -1 }, name: 'newest_by_status' },
    {
      key: { affiliateIds: 1, campaignId: 1, convertedAt: -1, _id: -1, status: 1 },
      name: 'newest_by_campaign',
    },
    {
      key: { trackedAt: 1 },
      name: 'private',
      partialFilterExpression: { customerId: { $type: 'string' } },
    },
  ],
});

export const collections = {
  commissions,
  conversions,
  reservations,
  balances,
  affiliateSums,
  accounts,
  transactions,
  entries,
  tierSchemes,
  tierChanges,
  exchangeRates,
  subscriptions,
  paidClicks,
  clickStatements,
  clickCounters,
  campaignSpending,
  payoutSchedules,
  campaigns,
  conversionViews,
  suspensions,
  erasures,
};
export type Collections = CollectionsOf<typeof collections>;
