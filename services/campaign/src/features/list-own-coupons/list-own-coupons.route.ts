import {
  booleanText,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { couponPage, ownCouponResponse, ownCouponView } from '../../views/coupon-view.ts';

export const listOwnCouponsRoute = ({ coupons, clock }: Deps) =>
  route({
    operationId: 'listOwnCoupons',
    method: 'get',
    path: '/api/affiliate/coupons',
    summary: 'The caller’s coupon codes, newest first',
    description: 'Also those that are not valid yet, or no longer.',
    allow: ['affiliate'],
    permission: 'campaigns:read',
    query: z.strictObject({
      campaign_id: z.uuid().optional(),
      active: booleanText.optional().describe('Whether the code is not switched off'),
      ...couponPage,
    }),
    response: z.object({ coupons: z.array(ownCouponResponse), pagination: paginationSchema }),
    handle: async ({ query, actor }) => {
      const { page, per_page: perPage, campaign_id: campaignId, active } = query;
      const filter = { affiliateId: actor.id, campaignId, active };
      const found = await coupons.list(filter, pageRequestOf(page, perPage));
      const now = clock.now();
      return {
        coupons: found.coupons.map((coupon) => ownCouponView(coupon, now)),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });
