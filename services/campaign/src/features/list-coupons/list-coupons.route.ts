import { couponKey } from '@tributary/contracts';
import {
  booleanText,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { couponCode, couponPage, couponResponse, couponView } from '../../views/coupon-view.ts';

export const listCouponsRoute = ({ coupons, clock }: Deps) =>
  route({
    operationId: 'listCoupons',
    method: 'get',
    path: '/api/brand/coupons',
    summary: 'The brand’s coupon codes, newest first',
    description:
      'Codes of every campaign, also those that are no longer valid; the filters may be combined.',
    allow: ['brand'],
    permission: 'campaigns:read',
    query: z.strictObject({
      campaign_id: z.uuid().optional(),
      affiliate_id: z.uuid().optional(),
      code: couponCode.optional(),
      active: booleanText.optional().describe('Whether the code is not switched off'),
      ...couponPage,
    }),
    response: z.object({ coupons: z.array(couponResponse), pagination: paginationSchema }),
    handle: async ({ query, actor }) => {
      const { page, per_page: perPage, campaign_id: campaignId, code, active } = query;
      const key = code === undefined ? undefined : couponKey(code);
      const affiliateId = query.affiliate_id;
      const filter = { brandId: actor.id, campaignId, affiliateId, key, active };
      const found = await coupons.list(filter, pageRequestOf(page, perPage));
      const now = clock.now();
      return {
        coupons: found.coupons.map((coupon) => couponView(coupon, now)),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });
