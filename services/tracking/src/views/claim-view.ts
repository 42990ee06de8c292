import { claimReasons, claimRefusals, claimStatuses, isOwnConversion } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { wholeNumber } from '@tributary/service';
import { z } from 'zod';
import { type Claim } from '../domain/claim.ts';
import { uuidInput } from '../domain/uuid-input.ts';

/** The part of a list of claims that a page shows. */
export const claimPageQuery = {
  before: uuidInput
    .optional()
    .describe('The `next_before` of the page before: claims that are older than that one'),
  limit: wholeNumber({ min: 1, max: 100 }).default(50),
};

/** Where the next page of a list of claims begins; null on the last one. */
export const nextBefore = z
  .uuid()
  .nullable()
  .describe('The `before` of the next page; null on the last one');

export const nextBeforeOf = (claims: readonly Claim[], limit: number): string | null =>
  claims.length < limit ? null : (claims.at(-1)?.id ?? null);

export const claimStatus = z
  .enum(claimStatuses)
  .describe(
    '`open` waits for the brand · `accepted`: the order is credited · `refused` by the brand · `answered` by the order’s own conversion · `expired`: the brand did not decide in time',
  )
  .meta({ examples: ['open'] });

export const claimRefusal = z
  .enum(claimRefusals)
  .describe('Why the brand refuses the claim')
  .meta({ examples: ['unknown_order'] });

const claimReason = z
  .enum(claimReasons)
  .nullable()
  .describe(
    'Null while open, and where accepted. Of a known order: `already_credited` to you · `credited_elsewhere`: attribution credited somebody else · `conversion_rejected` by the brand · `conversion_reversed`: refunded · `closed_without_credit`: decided, and nobody’s. Of the brand: `unknown_order`, `not_referred`, `order_cancelled`, `outside_terms`, `other`. `not_decided_in_time` where it expired',
  )
  .meta({ examples: ['already_credited'] });

const fields = z.object({
  id: z.uuid(),
  campaign_id: z.uuid(),
  order_id: z.string(),
  ordered_at: z.iso.datetime().describe('When the customer ordered'),
  order_value: z
    .number()
    .nullable()
    .describe('With the decimals of `currency`; null where the affiliate does not know it'),
  currency: z.string().nullable().describe('ISO 4217 code; null without an `order_value`'),
  referred_by: z
    .enum(['link', 'click', 'coupon'])
    .describe('What shows that the customer came from the affiliate')
    .meta({ examples: ['link'] }),
  tracking_code: z.string().nullable().describe('The code of the link; null for a click or coupon'),
  click_id: z.uuid().nullable(),
  coupon_code: z.string().nullable().describe('The coupon code; null for a link or click'),
  note: z
    .string()
    .nullable()
    .describe('The affiliate’s note to the brand; deleted after 90 days')
    .meta({ examples: ['The customer sent me the confirmation'] }),
  status: claimStatus,
  reason: claimReason,
  notes: z
    .string()
    .nullable()
    .describe('The brand’s words to the affiliate')
    .meta({ examples: ['We find no such order'] }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().describe('When it expires unless the brand decides'),
  decided_at: z.iso.datetime().nullable().describe('When it was decided; null while open'),
});

export const affiliateClaim = fields
  .extend({
    conversion_id: z
      .uuid()
      .nullable()
      .describe('The conversion of the order, where it is credited to you; otherwise null'),
  })
  .meta({
    id: 'AffiliateClaim',
    description: 'A claim to a missing order, as its affiliate sees it',
  });

export const brandClaim = fields
  .extend({
    affiliate_id: z.uuid(),
    conversion_id: z
      .uuid()
      .nullable()
      .describe('The conversion of the order; null where there is none'),
  })
  .meta({
    id: 'Claim',
    description: 'An affiliate’s claim to a missing order, as the brand sees it',
  });

function shownOf(claim: Claim): z.output<typeof fields> {
  const { evidence, valueMinor, currency } = claim;
  return {
    id: claim.id,
    campaign_id: claim.campaignId,
    order_id: claim.orderId,
    ordered_at: claim.orderedAt.toISOString(),
    order_value:
      valueMinor === null || currency === null ? null : toWireNumber(valueMinor, currency),
    currency,
    referred_by: evidence.by,
    tracking_code: evidence.by === 'link' ? evidence.trackingCode : null,
    click_id: evidence.by === 'click' ? evidence.clickId : null,
    coupon_code: evidence.by === 'coupon' ? evidence.couponCode : null,
    note: claim.note,
    status: claim.status,
    reason: claim.reason,
    notes: claim.notes,
    created_at: claim.createdAt.toISOString(),
    expires_at: claim.expiresAt.toISOString(),
    decided_at: claim.decidedAt?.toISOString() ?? null,
  };
}

/** The affiliate learns nothing of a conversion that is not its own. */
export const toAffiliateClaim = (claim: Claim): z.output<typeof affiliateClaim> => ({
  ...shownOf(claim),
  conversion_id: isOwnConversion(claim) ? claim.conversionId : null,
});

export const toBrandClaim = (claim: Claim): z.output<typeof brandClaim> => ({
  ...shownOf(claim),
  affiliate_id: claim.affiliateId,
  conversion_id: claim.conversionId,
});
