import type { ReviewedConversion } from '@tributary/contracts';

/** A customer's first sale on a subscription campaign: renewals are counted from it. */
export interface Subscription {
  readonly campaignId: string;
  /**
   * A hash of campaign and customer, because the record outlives the customer's id. It also outlives the customer's
   * erasure: without it the next renewal would earn as a first sale.
   */
  readonly customerKey: string;
  /** Null once the customer is erased. */
  readonly firstConversionId: string | null;
  readonly firstAt: Date;
}

/** The subscriber as a text to be hashed; undefined without a subscription campaign or a known customer. */
export function subscriberOf(approval: ReviewedConversion): string | undefined {
  if (approval.terms.campaignType !== 'subscription') return undefined;
  const customer = approval.customerId ?? approval.customerEmailHash;
  return customer === null ? undefined : `${approval.campaignId}/${customer}`;
}

const addMonths = (at: Date, months: number): Date => {
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(at);
  moved.setUTCFullYear(year, month, Math.min(at.getUTCDate(), lastDay));
  return moved;
};

/**
 * Whether a conversion is a renewal after the months for which renewals earn.
 * @param first the customer's first sale, or this one where none is known
 */
export function isPastRecurring(approval: ReviewedConversion, first: Subscription): boolean {
  const { recurringMonths = null } = approval.terms;
  if (recurringMonths === null || first.firstConversionId === approval.conversionId) return false;
  return new Date(approval.convertedAt) >= addMonths(first.firstAt, recurringMonths);
}

/** The customer's first sale: the earlier of `known` and `approval`. */
export function decideFirst(
  approval: ReviewedConversion,
  customerKey: string,
  known: Subscription | undefined,
): Subscription {
  const at = new Date(approval.convertedAt);
  if (known !== undefined && known.firstAt <= at) return known;
  const { campaignId, conversionId } = approval;
  return { campaignId, customerKey, firstConversionId: conversionId, firstAt: at };
}
