import { conflict } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import {
  type Coupon,
  decideCouponChange,
  requireCouponCampaign,
  requireFreeCode,
} from '../../domain/coupon.ts';

interface Input {
  readonly couponId: string;
  readonly brandId: string;
  readonly change: Parameters<typeof decideCouponChange>[1];
}

/**
 * Changes a code's window, or switches it off, or on while its affiliate is a member.
 * @throws not_found; invalid; conflict `coupon_code_taken`, `campaign_not_active` or `not_a_member`
 */
export const updateCoupon =
  ({ clock, transaction }: Pick<Deps, 'clock' | 'transaction'>) =>
  ({ couponId, brandId, change }: Input): Promise<Coupon> =>
    transaction(async ({ applications, campaigns, coupons, outbox }) => {
      const before = await coupons.getOwn(couponId, brandId);
      const { coupon, events } = decideCouponChange(before, change, clock.now());
      if (events.length === 0) return before;
      const { campaignId, affiliateId, key } = coupon;
      if (change.active === true) {
        requireCouponCampaign(await campaigns.get(campaignId));
        if (!(await applications.lockMembership(campaignId, affiliateId))) {
          throw conflict('not_a_member', { message: 'The affiliate is no member of the campaign' });
        }
      }
      await coupons.lockTexts(brandId, [key]);
      requireFreeCode(coupon, await coupons.listOfText(brandId, key));
      await coupons.save(coupon);
      recordChange({ kind: 'coupon', id: couponId, before, after: coupon });
      await outbox.add(...events);
      return coupon;
    });
