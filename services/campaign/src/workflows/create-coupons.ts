import { conflict } from '@tributary/errors';
import { isDuplicateKey, recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import {
  type Coupon,
  type CouponDecision,
  decideCoupon,
  requireFreeCode,
} from '../domain/coupon.ts';

/** A code to create, as the brand requests it. */
export interface CouponInput {
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly code: string;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

type CouponDeps = Pick<Deps, 'clock' | 'newId' | 'transaction'>;

const notAMember = (affiliateId: string) =>
  conflict('not_a_member', {
    message: 'The affiliate is no member of the campaign',
    details: { affiliate_id: affiliateId },
  });

const createOnce = (
  { clock, newId, transaction }: CouponDeps,
  brandId: string,
  inputs: readonly CouponInput[],
): Promise<Coupon[]> =>
  transaction(async ({ campaigns, applications, coupons, outbox }) => {
    const members = new Set<string>();
    const decided: CouponDecision[] = [];
    for (const input of inputs) {
      const { campaignId, affiliateId } = input;
      const campaign = await campaigns.getOwn(campaignId, brandId);
      decided.push(decideCoupon(campaign, input, { id: newId(), now: clock.now() }));
      const member = `${campaignId} ${affiliateId}`;
      if (members.has(member)) continue;
      if (!(await applications.lockMembership(campaignId, affiliateId))) {
        throw notAMember(affiliateId);
      }
      members.add(member);
    }
    const made = decided.map(({ coupon }) => coupon);
    await coupons.lockTexts(
      brandId,
      made.map(({ key }) => key),
    );
    for (const [index, coupon] of made.entries()) {
      const others = await coupons.listOfText(brandId, coupon.key);
      requireFreeCode(coupon, [...others, ...made.slice(0, index)]);
    }
    await coupons.createAll(made);
    for (const coupon of made) recordChange({ kind: 'coupon', id: coupon.id, after: coupon });
    await outbox.add(...decided.flatMap(({ events }) => events));
    return made;
  });

/**
 * Creates codes of members of a brand's campaigns, all or none.
 * @throws not_found; conflict `coupon_code_taken`, `campaign_not_active` or `not_a_member`; invalid
 */
export const createCoupons =
  (deps: CouponDeps) =>
  async (brandId: string, inputs: readonly CouponInput[]): Promise<Coupon[]> => {
    try {
      return await createOnce(deps, brandId, inputs);
    } catch (error) {
      // A concurrent request was the first to use the same text.
      if (!isDuplicateKey(error)) throw error;
      return createOnce(deps, brandId, inputs);
    }
  };
