import type { CampaignSnapshot, CommissionTerms, ScheduledFrequency } from '@tributary/contracts';
import { createCollections, databaseOf, type Mongo } from '@tributary/mongo';
import { DAY_SECONDS } from '@tributary/units';
import type mongoose from 'mongoose';
import type { Balance } from '../domain/balance.ts';
import type { Commission } from '../domain/commission.ts';
import type { EarnedConversion } from '../domain/earned-conversion.ts';
import type { AccountHead, LedgerEntry, LedgerTransaction } from '../domain/ledger.ts';
import type { ExchangeRate } from '../domain/exchange.ts';
import type { SumAmounts, SumKey } from '../domain/affiliate-sums.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { ConversionView } from '../domain/conversion-view.ts';
import type { Spent, UnitKind } from '../domain/unit-batch.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { TierChange, TierScheme } from '../domain/tier.ts';

export type Session = mongoose.mongo.ClientSession;
type Stored<Record, Key extends keyof Record> = Omit<Record, Key> & { readonly _id: string };

/** `freeMinor` is stored beside the amounts, so that an index finds what a payout may reserve. */
export type CommissionDoc = Stored<Commission, 'id'> & { readonly freeMinor: number };
export type ConversionDoc = Stored<EarnedConversion, 'id'>;
export type ReservationDoc = Stored<Reservation, 'payoutId'>;
/** `_id` is `<scheme>/<version>`. */
export type SchemeDoc = TierScheme & { readonly _id: string };
/** `_id` is `<affiliate>/<scheme>/<number>`. */
export type TierChangeDoc = TierChange & { readonly _id: string };
/** `_id` is `<currency>/<effective from>`. */
export type RateDoc = ExchangeRate & { readonly _id: string; readonly setBy: string };
/** `_id` is `<campaign>/<hash of campaign and customer>`. */
export type SubscriptionDoc = Subscription & { readonly _id: string };
/** `_id` is `sumId` of its key. Amounts that nothing was added to are absent. */
export type SumDoc = SumKey & Partial<SumAmounts> & { readonly _id: string };
/** `_id` is `<affiliate>/<currency>`. */
export type BalanceDoc = Balance & { readonly _id: string; readonly updatedAt: Date };
/** `_id` is `<account>/<currency>`. */
export type AccountDoc = AccountHead & { readonly _id: string; readonly affiliateId: string };
export type TransactionDoc = Omit<LedgerTransaction, 'id' | 'postings'> & {
  readonly _id: string;
  readonly entryCount: number;
};
/** `_id` is `<account>/<currency>/<seq, padded>`: an account's entries in their order. */
export type EntryDoc = LedgerEntry & { readonly _id: string };

export interface CampaignDoc {
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

/** A click or an impression that its campaign pays for, with the terms in force when it was recorded. */
export interface ClickDoc {
  readonly _id: string;
  /** Absent for a click. */
  readonly kind?: UnitKind;
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly linkId: string;
  readonly terms: CommissionTerms;
  readonly at: Date;
  /** Whether its fate is decided: it is paid, or never will be. */
  readonly isBooked: boolean;
  /** Why it is never paid. */
  readonly unpaidBecause?: 'commission_cap' | 'budget_exhausted';
}

/** What a campaign with limits spent on clicks or impressions, by period. `_id` is the campaign's. */
export interface SpendingDoc {
  readonly _id: string;
  readonly spent: Spent;
}

/** `_id` is the affiliate's. */
export interface ScheduleDoc {
  readonly _id: string;
  readonly frequency: ScheduledFrequency | null;
  readonly changedAt: Date;
}

/** A conversion as its affiliates see it; fed by events of tracking and attribution. */
export type ConversionViewDoc = Stored<ConversionView, 'id'>;

/** The service's collections, through the driver, because hydrating models would slow the many writes. */
export function collectionsOf({ connection }: Pick<Mongo, 'connection'>) {
  const db = databaseOf(connection);
  return {
    /** Shard key affiliateId. Never deleted: they explain payments. */
    commissions: db.collection<CommissionDoc>('commissions'),
    /** Shard key _id. Never deleted: refunds can arrive years later. */
    conversions: db.collection<ConversionDoc>('earned_conversions'),
    /** Shard key _id (the payout's id). Never deleted. */
    reservations: db.collection<ReservationDoc>('reservations'),
    /** Shard key affiliateId. One per affiliate and currency; derived from the entries. */
    balances: db.collection<BalanceDoc>('balances'),
    /** Shard key affiliateId. Derived from commissions and conversion_views. */
    affiliateSums: db.collection<SumDoc>('affiliate_sums'),
    /** Shard key affiliateId. The last entry of each account and currency. */
    accounts: db.collection<AccountDoc>('ledger_accounts'),
    /** Shard key affiliateId. Insert-only, never deleted. */
    transactions: db.collection<TransactionDoc>('ledger_transactions'),
    /** Shard key affiliateId. Insert-only, never deleted. */
    entries: db.collection<EntryDoc>('ledger_entries'),
    /** Shard key _id. Never deleted: commissions refer to the version they were earned by. */
    tierSchemes: db.collection<SchemeDoc>('tier_schemes'),
    /** Shard key affiliateId. Insert-only, never deleted. */
    tierChanges: db.collection<TierChangeDoc>('tier_changes'),
    /** Shard key _id. Insert-only, never deleted; few. */
    exchangeRates: db.collection<RateDoc>('exchange_rates'),
    /** Shard key _id. Retained as long as renewals may earn. */
    subscriptions: db.collection<SubscriptionDoc>('subscriptions'),
    /** Shard key affiliateId. Retained 90 days, longer than an event can be redelivered. */
    paidClicks: db.collection<ClickDoc>('paid_clicks'),
    /** Shard key _id. One per campaign for clicks or impressions with a cap or budget. */
    campaignSpending: db.collection<SpendingDoc>('campaign_spending'),
    /** Shard key _id. A copy of payout's schedules; rebuilt by replaying the topic. */
    payoutSchedules: db.collection<ScheduleDoc>('payout_schedules'),
    /** Shard key _id. A copy of names and terms; rebuilt by replaying the topic. */
    campaigns: db.collection<CampaignDoc>('campaigns'),
    /** Shard key _id. A copy of what tracking and attribution report; never deleted. */
    conversionViews: db.collection<ConversionViewDoc>('conversion_views'),
  };
}
export type Collections = ReturnType<typeof collectionsOf>;

const CLICK_RETENTION_SECONDS = 90 * DAY_SECONDS;
const newestFirst = { createdAt: -1, _id: -1 } as const;

const specs: Parameters<typeof createCollections>[1] = [
  {
    name: 'commissions',
    indexes: [
      // Enforces one commission per conversion and affiliate.
      { key: { affiliateId: 1, conversionId: 1 }, name: 'once', unique: true },
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
      {
        key: { holdUntil: 1 },
        name: 'held',
        partialFilterExpression: { status: 'pending' },
      },
    ],
  },
  { name: 'earned_conversions', indexes: [] },
  {
    name: 'reservations',
    indexes: [{ key: { affiliateId: 1, reservedAt: -1 }, name: 'affiliate' }],
  },
  { name: 'affiliate_sums', indexes: [] },
  { name: 'balances', indexes: [{ key: { updatedAt: 1 }, name: 'moved' }] },
  { name: 'tier_schemes', indexes: [{ key: { schemeId: 1, version: 1 }, name: 'scheme' }] },
  { name: 'tier_changes', indexes: [{ key: { affiliateId: 1, at: 1 }, name: 'history' }] },
  { name: 'exchange_rates', indexes: [{ key: { currency: 1, effectiveFrom: 1 }, name: 'dated' }] },
  {
    name: 'subscriptions',
    indexes: [
      {
        key: { firstConversionId: 1 },
        name: 'first',
        partialFilterExpression: { firstConversionId: { $type: 'string' } },
      },
    ],
  },
  { name: 'payout_schedules', indexes: [] },
  { name: 'campaign_spending', indexes: [] },
  { name: 'ledger_accounts', indexes: [] },
  {
    name: 'ledger_transactions',
    indexes: [
      {
        key: { 'cause.payoutId': 1 },
        name: 'payout',
        partialFilterExpression: { 'cause.payoutId': { $exists: true } },
      },
    ],
  },
  {
    name: 'ledger_entries',
    indexes: [
      { key: { transactionId: 1 }, name: 'transaction' },
      {
        key: { commissionId: 1 },
        name: 'commission',
        partialFilterExpression: { commissionId: { $type: 'string' } },
      },
    ],
  },
  {
    name: 'paid_clicks',
    indexes: [
      {
        key: { affiliateId: 1, campaignId: 1, at: 1 },
        name: 'waiting',
        partialFilterExpression: { isBooked: false },
      },
      { key: { at: 1 }, name: 'forgotten', expireAfterSeconds: CLICK_RETENTION_SECONDS },
    ],
  },
  { name: 'campaigns', indexes: [] },
  {
    name: 'conversion_views',
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
  },
];

/** Creates collections and indexes; await it before the first transaction. */
export async function prepareCollections({ connection }: Mongo): Promise<void> {
  await createCollections(connection, specs);
}
