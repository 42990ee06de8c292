import { couponKey, type CouponSnapshot } from '@tributary/contracts';
import { type Session } from '@tributary/mongo';
import { type Collections } from './collections.ts';

/** The codes of one text that orders are matched with, those with the latest windows. */
const MAX_OF_TEXT = 200;

/** This service's copy of the coupon codes; one that was deleted stays as deactivated. */
export const couponStore = ({ coupons }: Collections, session: Session | null = null) => ({
  /** @param key of the text, by `couponKey` */
  listOfText: async (brandId: string, key: string): Promise<CouponSnapshot[]> => {
    const query = coupons.find({ brandId, key }, null, { session });
    const found = await query.sort({ startsAt: -1, _id: -1 }).limit(MAX_OF_TEXT).lean();
    return found.map(({ snapshot }) => snapshot);
  },

  /** Saves a code unless the copy is newer. */
  save: async (snapshot: CouponSnapshot): Promise<void> => {
    const { couponId, brandId, code } = snapshot;
    const updatedAt = new Date(snapshot.updatedAt);
    const known = await coupons.findById(couponId, null, { session }).lean();
    if (known !== null && known.updatedAt > updatedAt) return;
    const startsAt = new Date(snapshot.startsAt);
    const row = { _id: couponId, brandId, key: couponKey(code), startsAt, updatedAt, snapshot };
    await coupons.replaceOne({ _id: couponId }, row, {
      ...(session === null ? {} : { session }),
      upsert: true,
    });
  },
});
export type CouponStore = ReturnType<typeof couponStore>;
