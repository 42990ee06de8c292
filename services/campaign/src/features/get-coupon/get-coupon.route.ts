import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { couponResponse, couponView } from '../../views/coupon-view.ts';

export const getCouponRoute = ({ coupons, clock }: Deps) =>
  route({
    operationId: 'getCoupon',
    method: 'get',
    path: '/api/brand/coupons/:coupon_id',
    summary: 'A coupon code',
    description: 'One of the caller’s own, with its affiliate.',
    allow: ['brand'],
    permission: 'campaigns:read',
    params: z.object({ coupon_id: z.uuid() }),
    response: couponResponse,
    handle: async ({ params, actor }) =>
      couponView(await coupons.getOwn(params.coupon_id, actor.id), clock.now()),
  });
