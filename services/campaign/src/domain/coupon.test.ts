import fc from 'fast-check';
import { HOUR_MS } from '@tributary/units';
import { aStoredCampaign } from '../testing/a-campaign.ts';
import {
  type Coupon,
  couponStateAt,
  couponUsesOf,
  decideCoupon,
  decideCouponChange,
  decideCouponDeletion,
  requireFreeCode,
} from './coupon.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const hours = (count: number): Date => new Date(NOW.getTime() + count * HOUR_MS);

const request = {
  campaignId: 'campaign',
  affiliateId: 'anna',
  code: 'Anna10',
  startsAt: null,
  endsAt: null,
};

const aCode = (given: Partial<Coupon> = {}): Coupon => ({
  ...decideCoupon(aStoredCampaign(), request, { id: 'one', now: NOW }).coupon,
  ...given,
});

describe('a coupon code', () => {
  it('begins now by default, and is compared without regard to case', () => {
    const { coupon, events } = decideCoupon(aStoredCampaign(), request, { id: 'one', now: NOW });
    expect(coupon).toMatchObject({ code: 'Anna10', key: 'ANNA10', startsAt: NOW, endsAt: null });
    expect(events).toMatchObject([{ type: 'coupon.created.v1', data: { couponId: 'one' } }]);
  });

  it('is refused where its window ends before it begins, or its campaign is over', () => {
    const made = { id: 'one', now: NOW };
    const backwards = { ...request, startsAt: hours(1), endsAt: hours(1) };
    expect(() => decideCoupon(aStoredCampaign(), backwards, made)).toThrow('ends_at');
    const over = aStoredCampaign({ status: 'completed' });
    expect(() => decideCoupon(over, request, made)).toThrow('completed');
  });

  it('changes only where something differs, and each state is newer than the one before', () => {
    const coupon = aCode();
    expect(decideCouponChange(coupon, { active: true, endsAt: null }, hours(1)).events).toEqual([]);
    const off = decideCouponChange(coupon, { active: false }, NOW).coupon;
    expect(off.deactivatedAt).toEqual(NOW);
    expect(off.updatedAt.getTime()).toBe(NOW.getTime() + 1);
    expect(decideCouponChange(off, { active: false }, hours(2)).events).toEqual([]);
    expect(decideCouponChange(off, { active: true }, hours(2)).coupon.deactivatedAt).toBeNull();
  });

  it('is deleted only while no order has named it', () => {
    expect(decideCouponDeletion(aCode(), NOW)).toMatchObject([
      { type: 'coupon.deleted.v1', data: { deactivatedAt: NOW.toISOString() } },
    ]);
    expect(() => decideCouponDeletion(aCode({ lastUsedAt: NOW }), NOW)).toThrow('deactivated');
  });

  it.each([
    ['scheduled', { startsAt: hours(1) }],
    ['active', { endsAt: hours(1) }],
    ['expired', { startsAt: hours(-2), endsAt: NOW }],
    ['deactivated', { deactivatedAt: NOW }],
  ] as const)('is shown as %s', (state, given) => {
    expect(couponStateAt(aCode(given), NOW)).toBe(state);
  });

  it('is noted as used at the latest of its orders', () => {
    const use = (couponId: string, hour: number) => ({
      coupon: { couponId } as never,
      createdAt: hours(hour).toISOString(),
    });
    const uses = couponUsesOf([
      use('a', 2),
      use('a', 1),
      use('b', 3),
      { createdAt: NOW.toISOString() },
    ]);
    expect([...uses]).toEqual([
      ['a', hours(2)],
      ['b', hours(3)],
    ]);
  });
});

describe('two codes of one text', () => {
  const isFree = (one: Coupon, other: Coupon): boolean => {
    try {
      requireFreeCode(one, [other]);
      return true;
    } catch {
      return false;
    }
  };
  const isValidAt = ({ startsAt, endsAt, deactivatedAt }: Coupon, at: Date): boolean =>
    at >= startsAt &&
    (endsAt === null || at < endsAt) &&
    (deactivatedAt === null || at < deactivatedAt);

  const hour = fc.integer({ min: 0, max: 12 });
  const window = fc
    .record({ from: hour, to: fc.option(hour), off: fc.option(hour) })
    .filter(({ from, to }) => to === null || to > from);
  const codeOf = (
    id: string,
    { from, to, off }: { from: number; to: number | null; off: number | null },
  ) =>
    aCode({
      id,
      startsAt: hours(from),
      endsAt: to === null ? null : hours(to),
      deactivatedAt: off === null ? null : hours(off),
    });

  it('are free of each other exactly where no moment has both', () => {
    fc.assert(
      fc.property(window, window, (left, right) => {
        const [one, other] = [codeOf('one', left), codeOf('other', right)];
        const moments = Array.from({ length: 14 }, (_none, index) => hours(index));
        const isBoth = moments.some((at) => isValidAt(one, at) && isValidAt(other, at));
        expect(isFree(one, other)).toBe(!isBoth);
        expect(isFree(other, one)).toBe(!isBoth);
      }),
    );
  });

  it('do not concern codes of other texts, nor a code itself', () => {
    expect(isFree(aCode(), aCode())).toBe(true);
    expect(isFree(aCode(), aCode({ id: 'other', key: 'BELA10' }))).toBe(true);
    expect(isFree(aCode(), aCode({ id: 'other' }))).toBe(false);
  });
});
