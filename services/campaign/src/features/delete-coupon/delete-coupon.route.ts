import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { decideCouponDeletion } from '../../domain/coupon.ts';

export const deleteCouponRoute = ({ clock, transaction }: Deps) =>
  route({
    operationId: 'deleteCoupon',
    method: 'delete',
    path: '/api/brand/coupons/:coupon_id',
    summary: 'Deletes a coupon code that no order has named',
    description: 'The code can then be given again.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ coupon_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: { coupon_used: 'An order has named the code; deactivate it instead (409)' },
    handle: async ({ params: { coupon_id: id }, actor }) => {
      await transaction(async ({ coupons, outbox }) => {
        const before = await coupons.getOwn(id, actor.id);
        const events = decideCouponDeletion(before, clock.now());
        await coupons.delete(id);
        recordChange({ kind: 'coupon', id, before });
        await outbox.add(...events);
      });
      return { success: true, message: 'The coupon code was deleted' };
    },
  });
