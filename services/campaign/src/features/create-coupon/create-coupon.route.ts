import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  couponBody,
  couponErrors,
  couponInputOf,
  couponResponse,
  couponView,
} from '../../views/coupon-view.ts';
import { createCoupons } from '../../workflows/create-coupons.ts';

export const createCouponRoute = (deps: Deps) =>
  route({
    operationId: 'createCoupon',
    method: 'post',
    path: '/api/brand/coupons',
    summary: 'Gives a member of a campaign a coupon code',
    description:
      'An order that names the code while it is valid is the affiliate’s. Of one text only one code of a brand is valid ' +
      'at any time.',
    allow: ['brand'],
    permission: 'campaigns:write',
    body: couponBody,
    idempotent: true,
    status: 201,
    response: couponResponse,
    errors: couponErrors,
    handle: async ({ body, actor }) => {
      const made = await createCoupons(deps)(actor.id, [couponInputOf(body)]);
      const [view] = made.map((coupon) => couponView(coupon, deps.clock.now()));
      return view;
    },
  });
