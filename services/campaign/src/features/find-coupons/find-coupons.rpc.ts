import { couponKey } from '@tributary/contracts';
import { invalid } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { couponSnapshotOf } from '../../domain/coupon.ts';

const MAX_CODES = 20;

export const findCouponsRpc = ({ coupons }: Deps) =>
  rpc('tributary.campaign.v1.Campaigns', 'FindCoupons', async ({ brandId, codes }) => {
    if (codes.length > MAX_CODES) {
      throw invalid('too_many_codes', { message: `At most ${MAX_CODES} codes in a call` });
    }
    const keys = [...new Set(codes.map(couponKey))];
    const found = await Promise.all(keys.map((key) => coupons.listOfText(brandId, key)));
    return { coupons: found.flat().map((coupon) => JSON.stringify(couponSnapshotOf(coupon))) };
  });
