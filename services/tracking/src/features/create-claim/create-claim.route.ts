import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { CLAIM_WINDOW_DAYS } from '../../domain/claim.ts';
import { freeText, plainText } from '../../domain/plain-text.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { affiliateClaim, toAffiliateClaim } from '../../views/claim-view.ts';
import { decimal, optionalCurrency } from '../../workflows/order-fields.ts';
import { createClaim } from './create-claim.ts';

const body = z
  .strictObject({
    campaign_id: uuidInput,
    order_id: plainText(255)
      .describe('The shop’s id of the order, as the customer’s confirmation names it')
      .meta({ examples: ['A-1002'] }),
    ordered_at: z
      .union([z.iso.date(), z.iso.datetime({ offset: true })])
      .describe(
        `When the customer ordered: a date or a datetime, at most ${String(CLAIM_WINDOW_DAYS)} days ago`,
      )
      .meta({ examples: ['2026-05-01'] }),
    order_value: decimal.optional().describe('The order’s value, where you know it'),
    currency: optionalCurrency.describe('Of `order_value`; default: the campaign’s'),
    tracking_code: plainText(64)
      .optional()
      .describe('Your link that the customer followed')
      .meta({ examples: ['x7Kd2PqLmN'] }),
    click_id: uuidInput.optional().describe('Your click that the customer made'),
    coupon_code: plainText(255)
      .optional()
      .describe('Your coupon code that the customer entered')
      .meta({ examples: ['ANNA10'] }),
    note: freeText(1_000)
      .optional()
      .describe('What helps the brand to find the order; name no customer')
      .meta({ examples: ['The customer sent me the confirmation'] }),
  })
  .refine(
    ({ tracking_code: link, click_id: click, coupon_code: coupon }) =>
      [link, click, coupon].filter((one) => one !== undefined).length === 1,
    {
      path: ['tracking_code'],
      message: 'Exactly one of tracking_code, click_id and coupon_code is needed',
    },
  )
  .refine(({ order_value: value, currency }) => value !== undefined || currency === undefined, {
    path: ['order_value'],
    message: 'Is needed with a currency',
  });

export const createClaimRoute = (deps: Deps) => {
  const create = createClaim(deps);
  return route({
    operationId: 'createClaim',
    method: 'post',
    path: '/api/affiliate/claims',
    summary: 'Claim a missing order',
    description:
      'For a customer who bought through your link, click or code although no conversion shows. Each order ' +
      'can be claimed once. Where the order is known already, the answer is there at once: `status` is then ' +
      '`answered`, and `reason` states whether it is credited to you, to somebody else, or why it does not ' +
      'earn. Otherwise the brand is notified and decides, or the claim expires at `expires_at`. An accepted ' +
      'claim makes an ordinary conversion, which is assessed for fraud, counts against caps, and waits for the ' +
      'brand’s review.',
    allow: ['affiliate'] as const,
    permission: 'conversions:write',
    idempotent: true,
    status: 201,
    limits: ['CLAIMS_PER_CAMPAIGN_AND_DAY'],
    body,
    response: z.object({ success: z.literal(true), data: affiliateClaim }),
    errors: {
      link_not_found: 'You have no such link in this campaign',
      click_not_found: 'There is no such click on your links in this campaign',
      coupon_not_found: 'You have no such coupon code in this campaign',
      coupon_not_valid: 'The code was not valid at the time of the order',
      click_outside_window: 'The campaign does not pay for orders so long after a click',
      campaign_not_active: 'The campaign is a draft or archived',
      already_claimed: '409 with claim_id and status of your earlier claim to this order',
      claim_limit_exceeded: '429: so many orders of the campaign were claimed today (UTC)',
    },
    handle: async ({ body: claim, actor }) => {
      const created = await create({
        affiliateId: actor.id,
        campaignId: claim.campaign_id,
        orderId: claim.order_id,
        orderedAt: claim.ordered_at,
        orderValue: claim.order_value === undefined ? undefined : String(claim.order_value),
        currency: claim.currency,
        trackingCode: claim.tracking_code,
        clickId: claim.click_id,
        couponCode: claim.coupon_code,
        note: claim.note ?? null,
      });
      return { success: true, data: toAffiliateClaim(created) };
    },
  });
};
