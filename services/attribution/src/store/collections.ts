import {
  type AttributionSettings,
  type CommissionTerms,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { type CollectionsOf, defineCollection, field, erasures } from '@tributary/mongo';
import { DAY_SECONDS } from '@tributary/units';
import { type AccountGroup } from '../domain/account-group.ts';
import { type Assessment } from '../domain/assessment.ts';
import { type ClicksOfDay } from '../domain/click-sums.ts';
import { type FraudSums } from '../domain/fraud-sums.ts';
import { type Label } from '../domain/label.ts';
import { type OrderFact } from '../domain/order-fact.ts';
import { type SignalOverrides } from '../domain/scoring-settings.ts';
import { accountChecks, drifts, fraudWeights, lifts, shadowRuns } from './fraud-collections.ts';
import { attributionChanges, changeAffiliates, changedConversions } from './change-collections.ts';

/** The days that orders look back, and a month for conversions that are assessed late. */
const CLICK_SUM_SECONDS = 62 * DAY_SECONDS;
/** The longest that addresses and customer ids may be stored; longer than any signal looks back. */
const FACT_SECONDS = 90 * DAY_SECONDS;

/** Groups are computed again each night; those of a brand without orders expire. */
const GROUP_SECONDS = 30 * DAY_SECONDS;

/** Clicks of a day that can earn, of an affiliate in a campaign or of the whole campaign. */
export interface ClickSumDocument extends ClicksOfDay {
  readonly _id: string;
}

/** An order as later orders are compared with it; until it is assessed, with the whole conversion. */
export interface FactDocument extends Omit<OrderFact, 'conversionId'> {
  readonly _id: string;
  /** Retention counts from here: an order that is reported late must not expire while it waits. */
  readonly recordedAt: Date;
  /** Present until the conversion is assessed. */
  readonly waiting?: {
    readonly since: Date;
    readonly dueAt: Date;
    /** The instance that assesses the conversion unless it stops. */
    readonly owner: string;
    readonly attempts: number;
    readonly correlationId: string;
    readonly conversion: ConversionSnapshot;
  };
}

/** An assessment; `_id` is the conversion. */
export type AssessmentDocument = Omit<Assessment, 'conversionId'> & {
  readonly _id: string;
  /** Present while a review is required and the brand has neither decided nor been reminded. */
  readonly isOpen?: true;
  readonly remindedAt?: Date;
};

/** The sums of a day's assessments of a brand or a campaign. */
export interface FraudDayDocument extends FraudSums {
  readonly _id: string;
  /** The brand or the campaign. */
  readonly of: string;
  /** Midnight, UTC. */
  readonly day: Date;
}

/** A brand's review of a conversion; `_id` is the conversion. */
export interface LabelDocument extends Pick<Assessment, 'revision'>, Label {
  readonly _id: string;
  readonly brandId: string;
  readonly campaignId: string;
  readonly affiliateId: string | null;
  /** Whether the order was drawn at random for review; absent in labels of versions that drew none. */
  readonly isSampled?: boolean;
  readonly fraudScore: number;
  readonly reviewedAt: Date;
}

/** A campaign's attribution settings from a moment on. */
export interface SettingsDocument {
  readonly _id: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly settings: AttributionSettings;
  readonly effectiveFrom: Date;
}

/** A version of a brand's fraud settings. */
export interface FraudSettingsDocument {
  readonly _id: string;
  readonly brandId: string;
  /** From 1, without gaps. */
  readonly version: number;
  readonly effectiveFrom: Date;
  readonly reviewThreshold: number;
  /** What differs from the defaults. */
  readonly factors: SignalOverrides;
}

/** A booked commission. */
export interface CommissionDocument {
  readonly _id: string;
  readonly conversionId: string;
  readonly affiliateId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly terms: CommissionTerms;
  readonly status: string;
  /** The attribution change that last moved it; absent where none did. */
  readonly attributionChangeId?: string;
}

/** What reveals that an affiliate orders through its own links. */
export interface AffiliateIdentityDocument {
  readonly _id: string;
  /** Keyed hashes of the current and earlier mailboxes. */
  readonly mailboxHashes: readonly string[];
  /** Those whose owner has proved to read them; absent in documents of earlier releases. */
  readonly provedHashes?: readonly string[];
  /** Affiliates whose payouts go to the same destination; absent where there are none. */
  readonly paidWith?: readonly string[];
  /** Present while an administrator suspends the account. */
  readonly isSuspended?: true;
  /** Addresses that the affiliate signed in from, the latest last. */
  readonly ips: readonly { readonly ip: string; readonly at: Date }[];
  readonly seenAt: Date;
}

/** Whether a brand was warned of an affiliate; `_id` is brand and affiliate. */
export interface SuspicionDocument {
  readonly _id: string;
  readonly suspected: boolean;
  readonly at: Date;
}

/** The refunds of an order; `_id` is the conversion. */
export interface RefundDocument extends Pick<Assessment, 'revision'> {
  readonly _id: string;
  readonly affiliateId: string | null;
  /** Total so far, in minor units of the order's currency. */
  readonly refundedMinor: number;
  readonly isReversed: boolean;
  /** When the first refund was made. */
  readonly at: Date;
}

/** A trained data_driven model of a campaign; sets refer to affiliates by their index. */
export interface TrainedModelDocument {
  readonly _id: string;
  readonly campaignId: string;
  readonly version: number;
  readonly trainedAt: Date;
  readonly conversions: number;
  readonly journeys: number;
  readonly leak: number;
  readonly affiliates: readonly string[];
  readonly strengths: readonly number[];
  readonly sets: readonly {
    readonly of: readonly number[];
    readonly journeys: number;
    readonly conversions: number;
  }[];
}

/** A customer who ordered with a visitor's cookie. */
export interface DeviceDocument {
  readonly _id: string;
  readonly customer: string;
  readonly visitorId: string;
  readonly seenAt: Date;
}

/** The groups of a brand's affiliates, as of a night; `_id` is the brand. */
export interface AccountGroupsDocument {
  readonly _id: string;
  readonly at: Date;
  /** Things are keyed hashes. */
  readonly groups: readonly AccountGroup[];
}

// Partial indexes filter by conditions that the queries imply; a filter by $type would never be used.

const clickSums = defineCollection<ClickSumDocument>({
  name: 'click_sums',
  shardKey: { of: 'hashed' },
  retention: { field: 'day', seconds: CLICK_SUM_SECONDS },
  personal: 'none',
  indexes: [{ key: { of: 1, day: 1 } }],
});

const facts = defineCollection<FactDocument>({
  name: 'order_facts',
  shardKey: { _id: 'hashed' },
  retention: { field: 'recordedAt', seconds: FACT_SECONDS },
  personal: [
    {
      of: 'customer',
      fields: ['customer', 'ip', 'visitorId', 'userAgent'],
      erased: { own: 'blanked with the customer’s orders; 90 days' },
    },
  ],
  indexes: [
    { key: { customer: 1, convertedAt: 1 }, partialFilterExpression: { customer: { $gt: '' } } },
    {
      key: { ip: 1, affiliateId: 1, convertedAt: 1 },
      partialFilterExpression: { ip: { $gt: '' } },
    },
    { key: { visitorId: 1, convertedAt: 1 }, partialFilterExpression: { visitorId: { $gt: '' } } },
    { key: { affiliateId: 1, convertedAt: -1 } },
    {
      key: { 'waiting.dueAt': 1 },
      partialFilterExpression: { 'waiting.dueAt': { $exists: true } },
    },
  ],
});

const assessments = defineCollection<AssessmentDocument>({
  name: 'assessments',
  shardKey: { _id: 'hashed' },
  // They explain what was paid.
  retention: 'permanent',
  personal: [
    {
      of: 'visitor',
      fields: ['visitorId'],
      erased: { own: 'blanked with the customer’s orders' },
    },
  ],
  indexes: [
    { key: { brandId: 1, convertedAt: -1, _id: -1 } },
    { key: { campaignId: 1, convertedAt: -1, _id: -1 } },
    { key: { convertedAt: 1 } },
    { key: { affiliateId: 1, brandId: 1, convertedAt: -1, _id: -1 } },
    { key: { affiliateId: 1, convertedAt: 1 } },
    { key: { assessedAt: 1 }, partialFilterExpression: { isOpen: true } },
    {
      key: { brandId: 1, convertedAt: -1 },
      name: 'drawn',
      partialFilterExpression: { isSampled: true },
    },
  ],
});

const fraudDays = defineCollection<FraudDayDocument>({
  name: 'fraud_days',
  shardKey: { of: 'hashed' },
  // They can be computed again from the assessments.
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { of: 1, day: 1 } }],
});

const labels = defineCollection<LabelDocument>({
  name: 'labels',
  shardKey: { affiliateId: 'hashed' },
  // Weights are fitted to reviews.
  retention: 'permanent',
  personal: 'none',
  indexes: [
    { key: { affiliateId: 1, reviewedAt: 1, decision: 1 } },
    { key: { brandId: 1, reviewedAt: 1 } },
    { key: { reviewedAt: 1 } },
  ],
});

const settings = defineCollection<SettingsDocument>({
  name: 'settings_history',
  shardKey: { campaignId: 'hashed' },
  // They explain what was paid.
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { campaignId: 1, effectiveFrom: -1, _id: -1 } }],
});

const commissions = defineCollection<CommissionDocument>({
  name: 'booked_commissions',
  shardKey: { conversionId: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  // A model joins the transaction of the consumer that saves them.
  fields: {
    _id: field.text,
    conversionId: field.text,
    affiliateId: field.text,
    amountMinor: field.number,
    currency: field.text,
    terms: field.group,
    status: field.text,
    attributionChangeId: { type: String },
  },
  indexes: [{ key: { conversionId: 1 } }],
});

const fraudSettings = defineCollection<FraudSettingsDocument>({
  name: 'fraud_settings',
  shardKey: { brandId: 'hashed' },
  // Assessments state the version that scored them.
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { brandId: 1, version: -1 } }],
});

// Not exported: what the fraud checks compare. The owner's addresses are in identity's sessions.
const identities = defineCollection<AffiliateIdentityDocument>({
  name: 'affiliate_identities',
  shardKey: { _id: 'hashed' },
  retention: { field: 'seenAt', seconds: FACT_SECONDS },
  personal: [
    {
      of: 'account',
      fields: ['mailboxHashes', 'provedHashes', 'ips'],
      by: ['_id'],
      erased: 'deleted',
    },
  ],
  indexes: [{ key: { mailboxHashes: 1 } }, { key: { paidWith: 1 } }, { key: { 'ips.ip': 1 } }],
});

const suspicions = defineCollection<SuspicionDocument>({
  name: 'suspicions',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
});

const refunds = defineCollection<RefundDocument>({
  name: 'refunds',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { affiliateId: 1, at: 1 } }],
});

const trainedModels = defineCollection<TrainedModelDocument>({
  name: 'trained_models',
  shardKey: { campaignId: 'hashed' },
  // Shares state the version that computed them.
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { campaignId: 1, version: -1 } }],
});

const devices = defineCollection<DeviceDocument>({
  name: 'devices',
  shardKey: { customer: 'hashed' },
  retention: { field: 'seenAt', seconds: FACT_SECONDS },
  personal: [
    {
      of: 'customer',
      fields: ['customer', 'visitorId'],
      erased: { own: 'deleted with the customer’s orders; 90 days' },
    },
  ],
  indexes: [{ key: { customer: 1, seenAt: -1 } }, { key: { visitorId: 1 } }],
});

const accountGroups = defineCollection<AccountGroupsDocument>({
  name: 'account_groups',
  shardKey: { _id: 'hashed' },
  retention: { field: 'at', seconds: GROUP_SECONDS },
  personal: 'none',
});

export const collections = {
  accountChecks,
  accountGroups,
  clickSums,
  drifts,
  facts,
  assessments,
  fraudDays,
  fraudWeights,
  labels,
  lifts,
  settings,
  commissions,
  fraudSettings,
  identities,
  shadowRuns,
  suspicions,
  refunds,
  trainedModels,
  devices,
  attributionChanges,
  changedConversions,
  changeAffiliates,
  erasures,
};
export type Collections = CollectionsOf<typeof collections>;
