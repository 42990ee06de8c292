import {
  type AttributionShare,
  type CommissionTerms,
  type ConsentRecord,
  type ConversionSnapshot,
  type FraudFactor,
  type RejectionReason,
  type UnpayableReason,
} from '@tributary/contracts';
import { isDenied } from './consent.ts';

export interface Review {
  readonly decision: 'approved' | 'rejected';
  readonly notes: string | null;
  /** Why it was rejected; absent where the brand named no reason. */
  readonly reason?: RejectionReason | undefined;
  /** The brand's account, for a member of it as well. */
  readonly reviewedBy: string;
  readonly reviewedAt: Date;
  /** Whether the order belongs to another conversion, by the shop's own report; nobody judged it. */
  readonly superseded?: boolean;
}

export interface Adjustment {
  readonly adjustmentId: string;
  readonly type: 'refund' | 'chargeback' | 'partial_refund';
  /** The reduction of the order's value, minor units. */
  readonly amountMinor: number;
  /** The amount that the shop named for a refund that took the whole rest, minor units; absent where it named none. */
  readonly namedMinor?: number;
  readonly refundId: string | null;
  /** The caller's JSON text. */
  readonly metadataText: string | null;
  readonly at: Date;
}

export interface Dispute {
  readonly disputeId: string;
  readonly reason: string;
  readonly disputedBy: string;
  readonly at: Date;
}

/** A commission of the conversion, as reported by its events. */
export interface BookedCommission {
  readonly commissionId: string;
  readonly affiliateId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly terms: CommissionTerms;
  /** The commission's status, for counting the commissions that a refund would change. */
  readonly status: string;
}

type Moments = 'clickedAt' | 'convertedAt' | 'createdAt';

/** A recorded order or lead, with all decisions since. */
export interface Conversion extends Readonly<
  Omit<ConversionSnapshot, Moments | 'conversionId' | 'products' | 'unpayableReason' | 'consent'>
> {
  readonly id: string;
  readonly products: ConversionSnapshot['products'];
  readonly clickedAt: Date | null;
  readonly convertedAt: Date;
  readonly createdAt: Date;
  /** All affiliates with a share of the credit; affiliateId has the largest share. */
  readonly affiliateIds: readonly string[];
  readonly refererUrl: string | null;
  readonly platform: string | null;
  /** The caller's JSON text. */
  readonly metadataText: string | null;
  /** Why it earns nothing and counts against no cap or budget until it is approved; null where it earns. */
  readonly unpayableReason: UnpayableReason | null;
  readonly requiresReview: boolean;
  /** 0 to 1; null until assessed. */
  readonly fraudScore: number | null;
  readonly factors: readonly FraudFactor[];
  readonly shares: readonly AttributionShare[];
  readonly assessedAt: Date | null;
  readonly review: Review | null;
  readonly adjustments: readonly Adjustment[];
  readonly commissions: readonly BookedCommission[];
  /** The tier bonus of each credited affiliate at intake, percent of the rate; absent in older conversions. */
  readonly tierBonuses?: Readonly<Record<string, string>>;
  readonly dispute: Dispute | null;
  /** Absent where nothing was stated and the campaign requires no consent. */
  readonly consent?: ConsentRecord;
}

/** The conversion without all that identifies its customer or joins it with other orders and clicks. */
export function withoutIdentity({
  clickTraits: _traits,
  subIds: _subIds,
  coupon,
  ...conversion
}: Conversion): Conversion {
  return {
    ...conversion,
    ...(coupon === undefined ? {} : { coupon: { ...coupon, click: null } }),
    customerId: null,
    customerEmailHash: null,
    ip: null,
    userAgent: null,
    refererUrl: null,
    metadataText: null,
    evidence: null,
  };
}

const claimOf = ({ claimId }: Conversion): { readonly claimId?: string } =>
  claimId === undefined ? {} : { claimId };

/** The conversion in the form of events and rpcs. */
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
    ...(c.clickTraits === undefined ? {} : { clickTraits: c.clickTraits }),
    evidence: c.evidence ?? null,
    ...(c.coupon === undefined ? {} : { coupon: c.coupon }),
    ...(isDenied(c.consent) ? { consent: 'denied' as const } : {}),
    ...(c.revision === undefined ? {} : { revision: c.revision }),
    ...(c.tierBonuses === undefined ? {} : { tierBonuses: c.tierBonuses }),
    ...claimOf(c),
  };
}

/** The visitor's click, also where a coupon code has the credit; null without one. */
export const visitorClickOf = ({
  clickId,
  coupon,
}: Pick<Conversion, 'clickId' | 'coupon'>): string | null =>
  clickId ?? coupon?.click?.clickId ?? null;
