import { type CouponRule } from '@tributary/contracts';
import {
  aCampaign,
  aClick,
  aCoupon,
  clickOwnerOf,
  type CouponCase,
  couponCases,
  namedCodeOf,
} from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import fc from 'fast-check';
import {
  countingCoupon,
  couponStatusOf,
  decideCouponCredit,
  type KnownCoupon,
  type NamedTouch,
} from './coupon-credit.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const hours = (count: number): string => new Date(NOW.getTime() + count * HOUR_MS).toISOString();
const [ANNA, BELA] = [
  '0199aaaa-0000-7000-8000-00000000000a',
  '0199aaaa-0000-7000-8000-00000000000b',
];

const campaignOf = (couponRule: CouponRule, couponCodeShare = 50) => {
  const campaign = aCampaign();
  return { ...campaign, attribution: { ...campaign.attribution, couponRule, couponCodeShare } };
};

const codeOf = (
  campaign: KnownCoupon['campaign'],
  given: Partial<KnownCoupon> = {},
): KnownCoupon => ({
  coupon: aCoupon({ affiliateId: ANNA, campaignId: campaign.campaignId, startsAt: hours(-9) }),
  campaign,
  status: 'valid',
  ...given,
});

const clickOf = (
  campaign: NamedTouch['campaign'],
  affiliateId: string,
  isValid = true,
): NamedTouch & { touch: { kind: 'click' } } => ({
  touch: { kind: 'click', click: aClick({ affiliateId, occurredAt: hours(-1) }) },
  campaign,
  isValid,
});

function inputsOf({ rule, situation }: CouponCase) {
  const campaign = campaignOf(rule);
  const named = namedCodeOf(situation);
  const owner = clickOwnerOf(situation);
  const known =
    named === 'unknown'
      ? undefined
      : codeOf(campaign, named === 'expired' ? { status: 'expired' } : {});
  const touch = owner === null ? undefined : clickOf(campaign, owner === 'anna' ? ANNA : BELA);
  return { coupons: { codes: ['ANNA10'], known }, touch };
}

describe('an order with a coupon code', () => {
  it.each(couponCases.filter(({ decision }) => decision !== null))(
    '$situation, rule $rule: $decision, $codePercent % for the code',
    (given) => {
      const { coupons, touch } = inputsOf(given);
      const decided = decideCouponCredit(coupons, touch);
      const { rule, decision, codePercent } = given;
      expect(decided?.coupon).toMatchObject({ rule, decision, codePercent });
      const isCode = codePercent === 100 && decision !== 'same_affiliate';
      expect(decided?.touch.kind).toBe(isCode ? 'code' : 'click');
    },
  );

  it('is not recorded where it names neither a click nor a code of the brand', () => {
    expect(decideCouponCredit({ codes: ['X'], known: undefined }, undefined)).toBeUndefined();
  });

  it('goes by `first` to the code that began before the click, else to the click', () => {
    const campaign = campaignOf('first');
    const percentOf = (startsAt: string) => {
      const known = codeOf(campaign, {
        coupon: aCoupon({ affiliateId: ANNA, campaignId: campaign.campaignId, startsAt }),
      });
      const click = clickOf(campaign, BELA);
      return decideCouponCredit({ codes: ['X'], known }, click)?.coupon.codePercent;
    };
    expect([hours(-1.001), hours(-1), hours(-0.5)].map(percentOf)).toEqual([100, 0, 0]);
  });

  it('goes by `first` to the code where a link or an affiliate is named without a click', () => {
    const campaign = campaignOf('first');
    const named = {
      touch: { kind: 'affiliate', affiliateId: BELA } as const,
      campaign,
      isValid: true,
    };
    const decided = decideCouponCredit({ codes: ['X'], known: codeOf(campaign) }, named);
    expect(decided?.coupon).toMatchObject({ codePercent: 100, click: null });
  });

  it('is the code’s under every rule where the click cannot earn', () => {
    for (const rule of ['code', 'click', 'split', 'first'] as const) {
      const campaign = campaignOf(rule);
      const decided = decideCouponCredit(
        { codes: ['X'], known: codeOf(campaign) },
        clickOf(campaign, BELA, false),
      );
      expect(decided).toMatchObject({
        touch: { kind: 'code', affiliateId: ANNA, reason: null },
        coupon: { decision: 'only_code', codePercent: 100 },
      });
    }
  });

  it.each([
    ['expired', 'no_attribution'],
    ['not_started', 'no_attribution'],
    ['deactivated', 'no_attribution'],
    ['campaign_ended', 'campaign_ended'],
    ['affiliate_suspended', 'affiliate_suspended'],
  ] as const)('names the affiliate of a code that is %s, and the reason %s', (status, reason) => {
    const known = codeOf(campaignOf('code'), { status });
    expect(decideCouponCredit({ codes: ['X'], known }, undefined)).toMatchObject({
      touch: { kind: 'code', affiliateId: ANNA, reason },
      coupon: { decision: 'nothing_valid', codePercent: 100 },
    });
  });

  it('follows the rule of the click’s campaign where the code is of another, which cannot split it', () => {
    const decidedBy = (rule: CouponRule) => {
      const [own, other] = [campaignOf(rule), campaignOf('click')];
      const click = clickOf(own, BELA);
      const decided = decideCouponCredit({ codes: ['X'], known: codeOf(other) }, click);
      const isOther = decided?.campaign.campaignId === other.campaignId;
      return [isOther, decided?.coupon.decision, decided?.coupon.codePercent];
    };
    expect(decidedBy('code')).toEqual([true, 'rule', 100]);
    expect(decidedBy('click')).toEqual([false, 'rule', 0]);
    expect(decidedBy('split')).toEqual([true, 'other_campaign', 100]);
    expect(decidedBy('first')).toEqual([true, 'rule', 100]);
  });

  it('states the click in every case, and never as a fact of an order that is the code’s', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...couponCases.filter(({ situation }) => clickOwnerOf(situation) !== null)),
        (given) => {
          const { coupons, touch } = inputsOf(given);
          const decided = decideCouponCredit(coupons, touch);
          const click = touch?.touch.kind === 'click' ? touch.touch.click : undefined;
          expect(decided?.coupon.click?.clickId).toBe(click?.clickId);
        },
      ),
    );
  });
});

describe('what a code is worth', () => {
  const running = { status: 'active' } as const;
  const coupon = aCoupon({
    startsAt: hours(0),
    endsAt: hours(4),
    deactivatedAt: hours(2),
  });
  const at = (hour: number) => new Date(hours(hour));

  it.each([
    [-0.001, 'not_started'],
    [0, 'valid'],
    [1.999, 'valid'],
    [2, 'deactivated'],
    [4, 'expired'],
  ])('depends on the order’s time: %d h is %s', (hour, status) => {
    expect(couponStatusOf(coupon, at(hour), running, false)).toBe(status);
  });

  it('depends on the account of its affiliate and on its campaign', () => {
    expect(couponStatusOf(coupon, at(1), running, true)).toBe('affiliate_suspended');
    expect(couponStatusOf(coupon, at(1), { status: 'paused' }, false)).toBe('valid');
    expect(couponStatusOf(coupon, at(1), { status: 'completed' }, false)).toBe('campaign_ended');
  });

  it('counts the first valid code of an order, else the first that is known', () => {
    const campaign = campaignOf('code');
    const [expired, first, second] = [
      codeOf(campaign, { status: 'expired' }),
      codeOf(campaign),
      codeOf(campaign),
    ];
    expect(countingCoupon([expired, first, second])).toBe(first);
    expect(countingCoupon([expired])).toBe(expired);
    expect(countingCoupon([])).toBeUndefined();
  });
});
