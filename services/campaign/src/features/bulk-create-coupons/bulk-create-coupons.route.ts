import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  couponBody,
  couponErrors,
  couponInputOf,
  couponResponse,
  couponView,
} from '../../views/coupon-view.ts';
import { createCoupons } from '../../workflows/create-coupons.ts';

const MAX_PER_CALL = 100;

export const bulkCreateCouponsRoute = (deps: Deps) =>
  route({
    operationId: 'bulkCreateCoupons',
    method: 'post',
    path: '/api/brand/coupons/bulk',
    summary: 'Creates up to 100 coupon codes at once',
    description: 'All of them or none: the error names the code that was refused.',
    allow: ['brand'],
    permission: 'campaigns:write',
    body: z.strictObject({ coupons: z.array(couponBody).min(1).max(MAX_PER_CALL) }),
    idempotent: true,
    status: 201,
    response: z.object({ coupons: z.array(couponResponse) }),
    errors: couponErrors,
    handle: async ({ body, actor }) => {
      const made = await createCoupons(deps)(actor.id, body.coupons.map(couponInputOf));
      const now = deps.clock.now();
      return { coupons: made.map((coupon) => couponView(coupon, now)) };
    },
  });
