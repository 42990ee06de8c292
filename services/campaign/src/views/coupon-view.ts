import { couponKey, MAX_COUPON_CODE } from '@tributary/contracts';
import { pageQuery } from '@tributary/service';
import { z } from 'zod';
import { type Coupon, couponStateAt, couponStates } from '../domain/coupon.ts';
import { instant } from './campaign-fields.ts';

/** Control and invisible characters, and the comma that separates codes in a URL. */
const CODE = /^[^\p{C}\p{Zl}\p{Zp},]+$/u;
/** What of `CODE` readers of a document can test: few know the Unicode categories. */
const DOCUMENTED_CODE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029,]+$';

export const couponCode = z
  .string()
  .trim()
  .min(1)
  .max(MAX_COUPON_CODE)
  .regex(CODE, 'Must be visible characters without a comma')
  // Compatibility forms may become longer.
  .refine((code) => couponKey(code) !== '', 'Must be visible characters without a comma')
  .describe('What customers enter; matched without regard to case and to spaces around it')
  .meta({ examples: ['ANNA10'], pattern: DOCUMENTED_CODE });

const startsAt = instant
  .describe('The first moment of its validity, by the order’s time')
  .meta({ examples: ['2026-05-01T00:00:00Z'] });
const endsAt = instant
  .describe('The moment from which it is no longer valid; null for no end')
  .meta({ examples: ['2026-06-01T00:00:00Z'] });

const campaignId = z.uuid().meta({ examples: ['01975b3c-7c00-7000-8000-00000000c001'] });
const affiliateId = z.uuid().meta({ examples: ['01975b3c-7c00-7000-8000-00000000a001'] });

/** What a brand sets of a new code. */
export const couponBody = z
  .strictObject({
    campaign_id: campaignId.describe('An active or paused campaign of the brand'),
    affiliate_id: affiliateId.describe(
      'A member of the campaign; orders with the code are this affiliate’s',
    ),
    code: couponCode,
    starts_at: startsAt.default(null).describe('The first moment of its validity; default now'),
    ends_at: endsAt.default(null),
  })
  .meta({ id: 'NewCoupon', description: 'A coupon code to make' });

/** What a brand may change of a code; fields left out stay as they are. */
export const couponChangeBody = z.strictObject({
  starts_at: startsAt.unwrap().optional(),
  ends_at: endsAt.optional(),
  active: z
    .boolean()
    .optional()
    .describe('False switches the code off from now on; orders placed before keep their credit')
    .meta({ examples: [false] }),
});

const time = z.iso.datetime().meta({ examples: ['2026-05-01T00:00:00.000Z'] });

/** What the affiliate of a code sees. */
export const ownCouponResponse = z
  .object({
    id: z
      .uuid()
      .describe('The code’s id in the API')
      .meta({ examples: ['01975b3c-7c00-7000-8000-000000004001'] }),
    code: z
      .string()
      .describe('As the brand writes it')
      .meta({ examples: ['ANNA10'] }),
    campaign_id: campaignId.describe('The campaign whose terms the code’s orders earn by'),
    starts_at: time.describe('The first moment of its validity'),
    ends_at: time
      .nullable()
      .describe('The moment from which it is no longer valid; null for no end'),
    status: z
      .enum(couponStates)
      .describe('What the code is now; only `active` codes are valid')
      .meta({ examples: ['active'] }),
    created_at: time.describe('When the brand created it'),
  })
  .meta({ id: 'OwnCoupon', description: 'A coupon code as its affiliate sees it' });

export const couponResponse = ownCouponResponse
  .extend({
    affiliate_id: affiliateId.describe('Whose code it is'),
    deactivated_at: time
      .nullable()
      .describe('Since when it is switched off; null while it is active')
      .meta({ examples: [null] }),
    last_used_at: time
      .nullable()
      .describe('The latest order that named it, known some seconds later; null where none has'),
    updated_at: time.describe('The latest change of window or activity'),
  })
  .meta({ id: 'Coupon', description: 'A coupon code as its brand sees it' });

export const ownCouponView = (coupon: Coupon, now: Date): z.output<typeof ownCouponResponse> => ({
  id: coupon.id,
  code: coupon.code,
  campaign_id: coupon.campaignId,
  starts_at: coupon.startsAt.toISOString(),
  ends_at: coupon.endsAt?.toISOString() ?? null,
  status: couponStateAt(coupon, now),
  created_at: coupon.createdAt.toISOString(),
});

export const couponView = (coupon: Coupon, now: Date): z.output<typeof couponResponse> => ({
  ...ownCouponView(coupon, now),
  affiliate_id: coupon.affiliateId,
  deactivated_at: coupon.deactivatedAt?.toISOString() ?? null,
  last_used_at: coupon.lastUsedAt?.toISOString() ?? null,
  updated_at: coupon.updatedAt.toISOString(),
});

export const couponPage = pageQuery({ defaultSize: 50, maxSize: 100 });

export const couponErrors = {
  not_found: 'There is no such campaign or coupon code (404)',
  coupon_code_taken: 'The brand has a code of this text that is valid in the same time (409)',
  campaign_not_active: 'The campaign is neither active nor paused (409)',
  not_a_member: 'The affiliate is no member of the campaign (409)',
};

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const couponInputOf = (body: z.output<typeof couponBody>) => ({
  campaignId: body.campaign_id,
  affiliateId: body.affiliate_id,
  code: body.code,
  startsAt: dateOf(body.starts_at),
  endsAt: dateOf(body.ends_at),
});

export const couponChangeOf = (body: z.output<typeof couponChangeBody>) => ({
  ...(body.starts_at === undefined ? {} : { startsAt: new Date(body.starts_at) }),
  ...(body.ends_at === undefined ? {} : { endsAt: dateOf(body.ends_at) }),
  active: body.active,
});
