import {
  couponDecisions,
  couponRules,
  couponStatuses,
  type OrderCoupon,
} from '@tributary/contracts';
import { z } from 'zod';

export const couponView = z
  .object({
    codes: z
      .array(z.string())
      .describe('All codes that the order named')
      .meta({ examples: [['anna10', 'FREESHIPPING']] }),
    code: z
      .string()
      .nullable()
      .describe('The code that counts; null where none is known')
      .meta({ examples: ['ANNA10'] }),
    affiliate_id: z
      .uuid()
      .nullable()
      .describe('Whose code it is')
      .meta({ examples: ['01975b3c-7c00-7000-8000-00000000a001'] }),
    status: z
      .enum(couponStatuses)
      .describe('What the code was worth at the order’s time')
      .meta({ examples: ['valid'] }),
    starts_at: z.iso
      .datetime()
      .nullable()
      .describe('Since when the code is valid')
      .meta({ examples: ['2026-05-01T00:00:00.000Z'] }),
    click_affiliate_id: z
      .uuid()
      .nullable()
      .describe('Whose click the order named')
      .meta({ examples: ['01975b3c-7c00-7000-8000-00000000a002'] }),
    rule: z
      .enum(couponRules)
      .describe('The campaign’s rule when the order was recorded')
      .meta({ examples: ['split'] }),
    decision: z
      .enum(couponDecisions)
      .describe(
        'Why the code has its part: only one is valid, both are one affiliate’s, or the rule',
      )
      .meta({ examples: ['rule'] }),
    code_share: z
      .int()
      .min(0)
      .max(100)
      .describe('The code’s part of the credit, percent')
      .meta({ examples: [50] }),
    effect: z
      .string()
      .describe('The rule and its effect, in a sentence')
      .meta({
        examples: [
          'Code and click are of two affiliates, and the campaign’s rule is code: the code has the whole credit.',
        ],
      }),
  })
  .nullable()
  .describe(
    'The effect of the order’s coupon codes, frozen when it was recorded; null where it named none',
  );

const invalidCode: Readonly<Record<Exclude<OrderCoupon['status'], 'valid'>, string>> = {
  unknown: 'The brand has no such code',
  not_started: 'The order was placed before the code was valid',
  expired: 'The order was placed after the code had expired',
  deactivated: 'The order was placed after the code had been switched off',
  campaign_ended: 'The campaign of the code is over',
  affiliate_suspended: 'The affiliate of the code is suspended',
};

const creditOf = (codePercent: number): string => {
  if (codePercent === 100) return 'the code has the whole credit';
  if (codePercent === 0) return 'the clicks have the whole credit';
  return `the code has ${codePercent} % of the credit, and the model divides the rest among the clicks`;
};

function causeOf({ status, decision, rule }: OrderCoupon): string {
  if (status !== 'valid') return invalidCode[status];
  switch (decision) {
    case 'only_code':
      return 'No click of the order is valid';
    case 'other_campaign':
      return `Code and click are of two campaigns, which cannot split an order (rule ${rule})`;
    case 'same_affiliate':
      return `Code and click are of the same affiliate (rule ${rule})`;
    case 'rule':
      return `Code and click are of two affiliates, and the campaign’s rule is ${rule}`;
    case 'only_click':
    case 'nothing_valid':
      return 'The code does not count';
  }
}

export const toCouponView = (coupon: OrderCoupon | undefined): z.output<typeof couponView> =>
  coupon === undefined
    ? null
    : {
        codes: coupon.codes,
        code: coupon.code,
        affiliate_id: coupon.affiliateId,
        status: coupon.status,
        starts_at: coupon.startsAt,
        click_affiliate_id: coupon.click?.affiliateId ?? null,
        rule: coupon.rule,
        decision: coupon.decision,
        code_share: coupon.codePercent,
        effect: `${causeOf(coupon)}: ${creditOf(coupon.codePercent)}.`,
      };
