import { type CommissionTerms } from '@tributary/contracts';

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
