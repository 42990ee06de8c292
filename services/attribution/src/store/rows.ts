import { type CommissionTerms } from '@tributary/contracts';
import { type SignalOverrides } from '../domain/scoring-settings.ts';

/** A trained data_driven model of a campaign; sets refer to affiliates by their index. */
export interface TrainedModelRow {
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

/** The refunds of an order. */
export interface RefundRow {
  readonly _id: string;
  readonly affiliateId: string | null;
  /** Total so far, in minor units of the order's currency. */
  readonly refundedMinor: number;
  readonly isReversed: boolean;
  /** When the first refund was made. */
  readonly at: Date;
}

/** A booked commission. */
export interface BookedRow {
  readonly _id: string;
  readonly conversionId: string;
  readonly affiliateId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly terms: CommissionTerms;
  readonly status: string;
}

/** Whether a brand was warned of an affiliate. */
export interface SuspicionRow {
  readonly _id: string;
  readonly suspected: boolean;
  readonly at: Date;
}

/** A version of a brand's fraud settings. */
export interface FraudSettingsRow {
  readonly _id: string;
  readonly brandId: string;
  /** From 1, without gaps. */
  readonly version: number;
  readonly effectiveFrom: Date;
  readonly reviewThreshold: number;
  /** What differs from the defaults. */
  readonly factors: SignalOverrides;
}

/** What reveals that an affiliate orders through its own links. */
export interface AffiliateIdentityRow {
  readonly _id: string;
  /** Keyed hashes of the current and earlier mailboxes. */
  readonly mailboxHashes: readonly string[];
  /** Addresses that the affiliate signed in from, the latest last. */
  readonly ips: readonly { readonly ip: string; readonly at: Date }[];
  readonly seenAt: Date;
}
