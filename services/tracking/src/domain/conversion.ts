import {
  type AttributionShare,
  type CommissionTerms,
  type ConversionSnapshot,
  type FraudFactor,
  type UnpayableReason,
} from '@tributary/contracts';

/** Why a conversion needs a person's look before anything was scored. */
export type Flag =
  'outside_window' | 'before_click' | 'click_bot' | 'click_filtered' | 'campaign_was_inactive';

export interface Review {
  readonly decision: 'approved' | 'rejected';
  readonly notes: string | null;
  readonly reviewedBy: string;
  readonly reviewedAt: Date;
}

export interface Adjustment {
  readonly adjustmentId: string;
  readonly type: 'refund' | 'chargeback' | 'partial_refund';
  /** What it took off the order's value, minor units. */
  readonly amountMinor: number;
  readonly refundId: string | null;
  /** JSON text, as the caller gave it. */
  readonly metadataText: string | null;
  readonly at: Date;
}

export interface Dispute {
  readonly disputeId: string;
  readonly reason: string;
  readonly disputedBy: string;
  readonly at: Date;
}

/** A commission made from the conversion, as its events say. */
export interface BookedCommission {
  readonly commissionId: string;
  readonly affiliateId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly terms: CommissionTerms;
  /** The status it has reached, for counting what a refund would take back. */
  readonly status: string;
}

type Moments = 'clickedAt' | 'convertedAt' | 'createdAt';

/** An order or lead that came in, with all that was decided about it since. */
export interface Conversion extends Readonly<
  Omit<ConversionSnapshot, Moments | 'conversionId' | 'products' | 'unpayableReason'>
> {
  readonly id: string;
  readonly products: ConversionSnapshot['products'];
  readonly clickedAt: Date | null;
  readonly convertedAt: Date;
  readonly createdAt: Date;
  /** Everybody with a share of the credit; affiliateId is the one with the largest. */
  readonly affiliateIds: readonly string[];
  readonly refererUrl: string | null;
  readonly platform: string | null;
  /** JSON text, as the caller gave it. */
  readonly metadataText: string | null;
  /** Why it does not earn unless its brand approves it by hand; null where it earns. */
  readonly unpayableReason: UnpayableReason | null;
  readonly flags: readonly Flag[];
  readonly requiresReview: boolean;
  /** 0 to 1; null until assessed. */
  readonly fraudScore: number | null;
  readonly factors: readonly FraudFactor[];
  readonly shares: readonly AttributionShare[];
  readonly assessedAt: Date | null;
  readonly review: Review | null;
  readonly adjustments: readonly Adjustment[];
  readonly commissions: readonly BookedCommission[];
  /** What each credited affiliate's tier added to the rate when it came in, percent of it; absent in older ones. */
  readonly tierBonuses?: Readonly<Record<string, string>>;
  readonly dispute: Dispute | null;
}

/** The conversion as events and other services have it. */
export function snapshotOf(conversion: Conversion): ConversionSnapshot {
  const c = conversion;
  return {
    conversionId: c.id,
    brandId: c.brandId,
    campaignId: c.campaignId,
    affiliateId: c.affiliateId,
    clickId: c.clickId,
    linkId: c.linkId,
    orderId: c.orderId,
    transactionId: c.transactionId,
    source: c.source,
    type: c.type,
    status: c.status,
    valueMinor: c.valueMinor,
    refundedMinor: c.refundedMinor,
    currency: c.currency,
    terms: c.terms,
    namedCommissionMinor: c.namedCommissionMinor,
    products: c.products,
    customerId: c.customerId,
    customerEmailHash: c.customerEmailHash,
    isNewCustomer: c.isNewCustomer,
    ip: c.ip,
    userAgent: c.userAgent,
    clickedAt: c.clickedAt?.toISOString() ?? null,
    convertedAt: c.convertedAt.toISOString(),
    createdAt: c.createdAt.toISOString(),
    unpayableReason: c.unpayableReason,
    ...(c.subIds === undefined ? {} : { subIds: c.subIds }),
    evidence: c.evidence ?? null,
  };
}
