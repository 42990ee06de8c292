import { type Claim } from './claim.ts';
import { type Conversion } from './conversion.ts';
import { type Order } from './intake.ts';

/** The value of a claimed order, minor units of `currency`. */
export interface ClaimedValue {
  readonly valueMinor: number;
  readonly currency: string;
}

/** A claimed order as the brand confirms it: the shop has reported nothing of it. */
export const orderOfClaim = (
  { orderId, orderedAt, evidence }: Claim,
  { valueMinor, currency }: ClaimedValue,
): Order => ({
  source: 'direct',
  orderId,
  transactionId: null,
  type: 'sale',
  valueMinor,
  currency,
  namedCommissionMinor: null,
  products: [],
  customerId: null,
  customerEmailHash: null,
  refererUrl: null,
  platform: null,
  metadataText: null,
  convertedAt: orderedAt,
  ...(evidence.by === 'coupon' ? { couponCodes: [evidence.couponCode] } : {}),
});

/** A claimed order that the shop has reported, and that is credited to nobody so far. */
export const orderOfKnown = (known: Conversion, { evidence }: Claim): Order => ({
  source: known.source,
  orderId: known.orderId,
  transactionId: known.transactionId,
  type: known.type,
  valueMinor: known.valueMinor,
  currency: known.currency,
  namedCommissionMinor: known.namedCommissionMinor,
  products: known.products,
  customerId: known.customerId,
  customerEmailHash: known.customerEmailHash,
  refererUrl: known.refererUrl,
  platform: known.platform,
  metadataText: known.metadataText,
  convertedAt: known.convertedAt,
  ...(evidence.by === 'coupon' ? { couponCodes: [evidence.couponCode] } : {}),
});

/** A conversion that an accepted claim makes; what the shop reported about the buyer of a known order stays. */
export const claimedConversion = (
  conversion: Conversion,
  { id }: Claim,
  known: Conversion | undefined,
): Conversion => ({
  ...conversion,
  claimId: id,
  ...(known === undefined
    ? {}
    : {
        evidence: known.evidence ?? null,
        ip: known.ip,
        userAgent: known.userAgent,
        ...(known.consent === undefined ? {} : { consent: known.consent }),
      }),
});
