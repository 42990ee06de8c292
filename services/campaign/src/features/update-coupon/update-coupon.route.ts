import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  couponChangeBody,
  couponChangeOf,
  couponErrors,
  couponResponse,
  couponView,
} from '../../views/coupon-view.ts';
import { updateCoupon } from './update-coupon.ts';

export const updateCouponRoute = (deps: Deps) =>
  route({
    operationId: 'updateCoupon',
    method: 'put',
    path: '/api/brand/coupons/:coupon_id',
    summary: 'Changes a coupon code’s window, or switches it off or on',
    description: 'Orders that were recorded before keep their credit.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ coupon_id: z.uuid() }),
    body: couponChangeBody,
    response: couponResponse,
    errors: couponErrors,
    handle: async ({ params, body, actor }) => {
      const input = {
        couponId: params.coupon_id,
        brandId: actor.id,
        change: couponChangeOf(body),
      };
      return couponView(await updateCoupon(deps)(input), deps.clock.now());
    },
  });
