import { type CommissionTerms } from '@tributary/contracts';
import { type FactorOverrides } from '../domain/fraud-weights.ts';

/** What data_driven learnt of a campaign; affiliates are named once and then by their place. */
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

/** What was taken off an order. */
export interface RefundRow {
  readonly _id: string;
  readonly affiliateId: string | null;
  /** In all so far, minor units of the order's currency. */
  readonly refundedMinor: number;
  readonly isReversed: boolean;
  /** When the first of it was. */
  readonly at: Date;
}

/** A commission as it was booked. */
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

/** How a brand wants its conversions scored, from a moment on. */
export interface FraudSettingsRow {
  readonly _id: string;
  readonly brandId: string;
  /** From 1, without gaps. */
  readonly version: number;
  readonly effectiveFrom: Date;
  readonly reviewThreshold: number;
  /** What differs from the usual. */
  readonly factors: FactorOverrides;
}

/** What would show that an affiliate orders from itself. */
export interface PersonRow {
  readonly _id: string;
  /** Keyed hashes; an address that was given up still counts. */
  readonly mailboxHashes: readonly string[];
  /** Where the affiliate signed in from, the latest last. */
  readonly ips: readonly { readonly ip: string; readonly at: Date }[];
  readonly seenAt: Date;
}
