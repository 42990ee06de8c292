import { randomUUIDv7 } from 'node:crypto';
import {
  anApprovedConversion,
  COUPON_ORDER_MINOR,
  type CouponCase,
  couponCases,
} from '@tributary/testing';
import { openWorld, type World } from '../../testing/open-world.ts';

const WHOLE = 1_000_000_000_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  expect((await world.verify()).differences).toEqual([]);
});

/** An approved order with the credit that attribution gives in a case. */
function approvalOf({ values, codePercent }: CouponCase, ids: Readonly<Record<string, string>>) {
  const credited = Object.entries(values);
  const weightOf = (whose: string): number => {
    if (credited.length === 1) return WHOLE;
    return (WHOLE / 100) * (whose === 'anna' ? codePercent : 100 - codePercent);
  };
  const shares = credited.map(([whose, valueMinor]) => ({
    affiliateId: ids[whose] ?? '',
    clickId: null,
    linkId: null,
    weight: weightOf(whose),
    valueMinor,
  }));
  const affiliateId = shares[0]?.affiliateId ?? null;
  return anApprovedConversion({ affiliateId, valueMinor: COUPON_ORDER_MINOR, shares });
}

describe('an order with a coupon code', () => {
  it.each(couponCases)('pays to the cent by the rule $rule: $situation', async (given) => {
    const ids = { anna: randomUUIDv7(), bela: randomUUIDv7() };
    await world.create(approvalOf(given, ids));
    for (const whose of ['anna', 'bela'] as const) {
      const { availableMinor } = await world.balance(ids[whose]);
      expect([whose, availableMinor]).toEqual([whose, given.commissions[whose] ?? 0]);
    }
  });

  it('takes back of each what a refund takes of the order', async () => {
    const given = couponCases.find(({ commissions }) => Object.keys(commissions).length === 2);
    const ids = { anna: randomUUIDv7(), bela: randomUUIDv7() };
    const approval = approvalOf(given as CouponCase, ids);
    await world.create(approval);
    await world.adjust({
      ...approval,
      refundedMinor: COUPON_ORDER_MINOR,
      status: 'reversed',
      adjustmentId: randomUUIDv7(),
      adjustmentType: 'refund',
      adjustmentMinor: COUPON_ORDER_MINOR,
      refundId: 'R-1',
    });
    expect(await world.balance(ids.anna)).toMatchObject({ availableMinor: 0 });
    expect(await world.balance(ids.bela)).toMatchObject({ availableMinor: 0 });
  });
});
