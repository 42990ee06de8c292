import { type ClickRow, type ConversionSnapshot, type OrderCoupon } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { newId } from '@tributary/service';
import {
  clickOwnerOf,
  COUPON_ORDER_MINOR,
  type CouponCase,
  couponCases,
  tokensOf,
} from '@tributary/testing';
import {
  aKnownCampaign,
  clickOf,
  hoursAgo,
  orderBy,
  recordClicks,
} from '../../testing/campaigns.ts';
import { byCode, couponOf } from '../../testing/coupons.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '0' });
});
afterAll(() => running.close());

const [ANNA, BELA] = [newId(), newId()];
const WHOLE = 1_000_000_000_000;

const clickFacts = ({ clickId, linkId, affiliateId, occurredAt }: ClickRow) => ({
  clickId,
  linkId,
  affiliateId,
  clickedAt: occurredAt,
});

/** An order of a case, with its click in tracking, as tracking publishes it. */
async function orderOf(given: CouponCase): Promise<ConversionSnapshot> {
  const campaign = await aKnownCampaign(running, { model: 'linear', couponRule: given.rule });
  const owner = clickOwnerOf(given.situation);
  const affiliateId = owner === 'bela' ? BELA : ANNA;
  const click = clickOf(campaign, { affiliateId, occurredAt: hoursAgo(2).toISOString() });
  if (owner !== null) recordClicks(running, click);
  const coupon = couponOf(given, ANNA, owner === null ? null : clickFacts(click));
  const isByCode = given.codePercent === 100 && given.decision !== 'same_affiliate';
  return orderBy(click, {
    valueMinor: COUPON_ORDER_MINOR,
    ...(coupon === undefined ? {} : { coupon }),
    ...(isByCode && coupon !== undefined ? byCode(coupon) : {}),
  });
}

interface Explained {
  readonly attribution: {
    readonly coupon: Readonly<Record<string, unknown>> | null;
    readonly path: readonly { readonly coupon_code: string | null }[];
    readonly shares: readonly object[];
  };
  readonly commission: {
    readonly commissions: readonly { readonly affiliate_id: string; readonly amount: number }[];
  };
}

const explain = async ({ brandId, conversionId }: ConversionSnapshot) => {
  const path = `/api/brand/conversions/${conversionId}/explanation`;
  const { body } = await running.caller(brandId).get(path);
  return (body as { data: Explained }).data;
};
const named = (id: string): 'anna' | 'bela' => (id === ANNA ? 'anna' : 'bela');

describe('orders with coupon codes', () => {
  it.each(couponCases)('are credited to the cent by the rule $rule: $situation', async (given) => {
    const order = await orderOf(given);
    const [assessment] = await running.assess([order]);
    const shares = assessment?.shares ?? [];
    const values = shares.map((share) => [named(share.affiliateId), share.valueMinor]);
    expect(Object.fromEntries(values)).toEqual(given.values);
    expect(shares.reduce((sum, { weight }) => sum + weight, 0)).toBe(WHOLE);

    const { attribution, commission } = await explain(order);
    const amounts = commission.commissions.map((one) => [
      named(one.affiliate_id),
      Math.round(one.amount * 100),
    ]);
    expect(Object.fromEntries(amounts)).toEqual(given.commissions);
    if (given.decision === null) {
      expect(attribution.coupon).toBeNull();
      return;
    }
    const { rule, decision, codePercent } = given;
    expect(attribution.coupon).toMatchObject({ rule, decision, code_share: codePercent });
    expect(attribution.coupon?.['effect']).toMatch(/: the (code|clicks) ha(s|ve) .*\.$/);
    const last = attribution.path.at(-1);
    expect(last?.coupon_code).toBe(codePercent > 0 ? 'ANNA10' : null);
  });

  it('give the code its part and divide the rest among the clicks by the model, summing up exactly', async () => {
    const campaign = await aKnownCampaign(running, {
      model: 'position_based',
      couponRule: 'split',
    });
    const clicks = [30, 20, 10].map((hours, index) =>
      clickOf(campaign, {
        visitorId: 'v-1',
        affiliateId: index === 1 ? ANNA : newId(),
        occurredAt: hoursAgo(hours).toISOString(),
      }),
    );
    recordClicks(running, ...clicks);
    const [first, own, last] = clicks as [ClickRow, ClickRow, ClickRow];
    const coupon: OrderCoupon = {
      codes: ['anna10'],
      code: 'ANNA10',
      couponId: newId(),
      affiliateId: ANNA,
      status: 'valid',
      startsAt: hoursAgo(900).toISOString(),
      rule: 'split',
      decision: 'rule',
      codePercent: 25,
      click: clickFacts(last),
    };
    const order = orderBy(last, { valueMinor: 9_999, coupon });
    const [assessment] = await running.assess([order]);
    // 40, 20 and 40 percent of three quarters, and a quarter for the code.
    expect(assessment?.shares).toEqual([
      {
        affiliateId: ANNA,
        clickId: own.clickId,
        linkId: own.linkId,
        weight: 400_000_000_000,
        valueMinor: 3_999,
      },
      {
        affiliateId: last.affiliateId,
        clickId: last.clickId,
        linkId: last.linkId,
        weight: 300_000_000_000,
        valueMinor: 3_000,
      },
      {
        affiliateId: first.affiliateId,
        clickId: first.clickId,
        linkId: first.linkId,
        weight: 300_000_000_000,
        valueMinor: 3_000,
      },
    ]);
    const client = openGrpcClient(
      'tributary.attribution.v1.Explanations',
      `127.0.0.1:${running.service.grpcPort}`,
      tokensOf('commission'),
    );
    const { conversionId } = order;
    const options = { deadlineMs: 5_000, idempotent: true };
    const { path } = await client.call('Explain', { conversionId }, options);
    client.close();
    expect(path.map(({ couponCode, weight }) => [couponCode, weight])).toEqual([
      ['', 300_000_000_000],
      ['', 150_000_000_000],
      ['', 300_000_000_000],
      ['ANNA10', 250_000_000_000],
    ]);
  });

  it('show the clicks that a code leaves without credit', async () => {
    const given = couponCases.find(
      ({ rule, decision }) => rule === 'code' && decision === 'rule',
    ) as CouponCase;
    const order = await orderOf(given);
    await running.assess([order]);
    const { attribution } = await explain(order);
    expect(attribution.path).toMatchObject([
      { affiliate_id: BELA, click_id: order.coupon?.click?.clickId, coupon_code: null },
      { affiliate_id: ANNA, click_id: null, clicked_at: null, coupon_code: 'ANNA10' },
    ]);
    expect(attribution.shares).toMatchObject([{ affiliate_id: ANNA, click_id: null, share: 1 }]);
  });

  it('keep their credit under every model of a preview', async () => {
    const campaign = await aKnownCampaign(running, { model: 'first_click', couponRule: 'code' });
    const click = clickOf(campaign, { affiliateId: BELA, occurredAt: hoursAgo(2).toISOString() });
    recordClicks(running, click);
    const given = couponCases.find(({ rule, decision }) => rule === 'code' && decision === 'rule');
    const coupon = couponOf(given as CouponCase, ANNA, clickFacts(click)) as OrderCoupon;
    await running.assess([orderBy(click, { valueMinor: 10_000, ...byCode(coupon) })]);
    const days = `start_date=${hoursAgo(24).toISOString()}&end_date=${hoursAgo(-24).toISOString()}`;
    const path = `/api/brand/conversions/campaigns/${campaign.campaignId}/attribution/comparison?${days}`;
    const { body } = await running.caller(campaign.brandId).get(path);
    expect(JSON.stringify(body)).toContain(ANNA);
    expect(JSON.stringify(body)).not.toContain(BELA);
  });

  it('do not make an affiliate’s clicks look as if they ordered too often', async () => {
    const campaign = await aKnownCampaign(running, {});
    const click = clickOf(campaign, { affiliateId: ANNA });
    const given = couponCases.find(({ situation }) => situation === 'a code only') as CouponCase;
    const affiliateId = newId();
    const coupon = couponOf(given, affiliateId, null) as OrderCoupon;
    const orders = Array.from({ length: 40 }, () =>
      orderBy(click, { customerEmailHash: newId(), ip: null, ...byCode(coupon) }),
    );
    const assessments = await running.assess(orders);
    expect(assessments.filter(({ requiresReview }) => requiresReview)).toEqual([]);
    const [traffic] = await running.deps.traffic.listAt([
      { campaignId: campaign.campaignId, affiliateId, at: new Date() },
    ]);
    expect(traffic?.affiliate.orders ?? 0).toBe(0);
  });
});
