import {
  assessmentJudgedAgain,
  commissionCreated,
  commissionPaid,
  type CommissionSnapshot,
  type ConversionSnapshot,
  conversionAdjusted,
  conversionRejected,
  conversionReversed,
} from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { newId } from '@tributary/service';
import { aCampaign, anApprovedConversion, eventually, tokensOf } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { clickOf, hoursAgo, orderBy, recordClicks } from '../../testing/campaigns.ts';
import { anOrder, bot, refunded, scoreOfAlone } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { judgeOrdersAgain } from '../../workflows/judge-orders-again.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '0' });
});
afterAll(() => running.close());

const now = (): string => new Date().toISOString();

describe('GET /api/brand/conversions/{id}/explanation', () => {
  it('returns why a conversion has its score, who earned it, and how much', async () => {
    const order = anOrder({ ...bot, valueMinor: 12_345 });
    const [assessed] = await running.assess([order]);
    const brand = running.caller(order.brandId);
    const path = `/api/brand/conversions/${order.conversionId}/explanation`;
    const { status, body } = await brand.get(path);
    expect(status).toBe(200);
    const { data } = body;
    expect(data).toMatchObject({
      conversion_id: order.conversionId,
      campaign_id: order.campaignId,
      order_id: order.orderId,
      order_value: 123.45,
      currency: 'USD',
      source: 'direct',
      assessed_at: assessed?.assessedAt,
      fraud: {
        fraud_score: scoreOfAlone('bot_ua'),
        threshold: 0.5,
        requires_review: true,
        reasons: ['The click’s user agent is that of a bot or script'],
        weights_version: assessed?.weightsVersion,
      },
      attribution: {
        model: 'last_click',
        model_version: 'last_click.1',
        falls_back_to: null,
        settings: { lookback_window_days: 30 },
        path: [
          {
            affiliate_id: order.affiliateId,
            click_id: order.clickId,
            clicked_at: order.clickedAt,
            hours_before: 2,
          },
        ],
        shares: [{ affiliate_id: order.affiliateId, share: 1, value: 123.45 }],
      },
      commission: {
        commissions: [
          {
            affiliate_id: order.affiliateId,
            amount: 12.34,
            currency: 'USD',
            commission_type: 'percentage',
            commission_rate: '10',
            tier: null,
            status: 'expected',
          },
        ],
      },
    });
    // The rpc returns the same path.
    const explanations = openGrpcClient(
      'tributary.attribution.v1.Explanations',
      `127.0.0.1:${String(running.service.grpcPort)}`,
      tokensOf('commission'),
    );
    const explain = (conversionId: string) =>
      explanations.call('Explain', { conversionId }, { deadlineMs: 20_000, idempotent: true });
    expect(await explain(order.conversionId)).toMatchObject({
      model: 'last_click',
      modelVersion: 'last_click.1',
      path: [
        { affiliateId: order.affiliateId, clickId: order.clickId, weight: 1e12, hasWeight: true },
      ],
    });
    await expect(explain(newId())).rejects.toMatchObject({ kind: 'not_found' });
    explanations.close();
    const factors = data.fraud.factors as { contribution: number }[];
    expect(factors.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(
      scoreOfAlone('bot_ua'),
      9,
    );

    const booked: CommissionSnapshot = {
      commissionId: newId(),
      conversionId: order.conversionId,
      campaignId: order.campaignId,
      campaignName: 'Campaign',
      brandId: order.brandId,
      affiliateId: order.affiliateId!,
      orderId: order.orderId,
      clickId: order.clickId,
      linkId: order.linkId,
      status: 'approved',
      amountMinor: 1_358,
      paidMinor: 0,
      currency: 'USD',
      terms: { ...order.terms, value: '11' },
      saleMinor: 12_345,
      saleCurrency: 'USD',
      convertedAt: order.convertedAt,
      createdAt: now(),
      approvedAt: now(),
      paidAt: null,
      payoutId: null,
    };
    await running.probe.publish(commissionCreated(booked));
    await eventually(async () => {
      const { commission } = (await brand.get(path)).body.data;
      return commission.commissions[0].status === 'approved';
    });
    expect((await brand.get(path)).body.data.commission.commissions).toMatchObject([
      { amount: 13.58, commission_rate: '11', status: 'approved' },
    ]);
    await running.probe.publish(
      commissionPaid({ ...booked, status: 'paid', paidMinor: 1_358, paidAt: now() }),
    );
    await eventually(async () => {
      const { commission } = (await brand.get(path)).body.data;
      return commission.commissions[0].status === 'paid';
    });
  });

  it('expects the commission on what refunds have left, and none of a reversed or rejected order', async () => {
    const brandId = newId();
    const orders = Array.from({ length: 3 }, () => anOrder({ brandId, valueMinor: 10_000 }));
    const [reduced, reversed, rejected] = orders;
    await running.assess(orders);
    await running.probe.publish(
      conversionAdjusted(refunded(reduced!, 4_000)),
      conversionReversed({ ...refunded(reversed!, 10_000), status: 'reversed' }),
      conversionRejected(anApprovedConversion({ ...rejected!, status: 'rejected' })),
    );
    const brand = running.caller(brandId);
    const amountsOf = async ({ conversionId }: ConversionSnapshot): Promise<number[]> => {
      const path = `/api/brand/conversions/${conversionId}/explanation`;
      const { commissions } = (await brand.get(path)).body.data.commission as {
        commissions: readonly { amount: number }[];
      };
      return commissions.map(({ amount }) => amount);
    };
    await eventually(async () => {
      const amounts = await Promise.all(orders.map(amountsOf));
      expect(amounts).toEqual([[6], [], []]);
      return true;
    });
  });

  it('returns null for the inputs of an assessment that was stored without them', async () => {
    const order = anOrder(bot);
    await running.assess([order]);
    const old = running.service.platform.mongo.connection.collection('assessments');
    const lost = { inputs: '', convertedAt: '', visitorId: '' };
    await old.updateOne({ _id: order.conversionId as never }, { $unset: lost });
    const path = `/api/brand/conversions/${order.conversionId}/explanation`;
    const { status, body } = await running.caller(order.brandId).get(path);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      order_id: null,
      order_value: null,
      converted_at: null,
      fraud: { fraud_score: scoreOfAlone('bot_ua'), requires_review: true },
      attribution: { settings: null, path: [], shares: [{ share: 1, value: null }] },
      commission: { commissions: [] },
    });
  });

  it('assesses a conversion of which no event has arrived yet by its campaign’s own settings', async () => {
    const campaign = aCampaign();
    const attribution = { ...campaign.attribution, model: 'first_click' as const };
    running.campaigns.set(campaign.campaignId, { ...campaign, attribution });
    const visitorId = newId();
    const at = (hours: number) => ({ visitorId, occurredAt: hoursAgo(hours).toISOString() });
    const clicks = [
      clickOf(campaign, { ...at(2), affiliateId: newId() }),
      clickOf(campaign, { ...at(1), affiliateId: newId() }),
    ];
    recordClicks(running, ...clicks);
    const order = orderBy(clicks[1]!);
    running.clicks.conversions.set(order.conversionId, order);
    const path = `/api/brand/conversions/${order.conversionId}/explanation`;
    expect((await running.caller(newId()).get(path)).status).toBe(404);
    const { status, body } = await running.caller(order.brandId).get(path);
    expect(status).toBe(200);
    expect(body.data.attribution).toMatchObject({ model: 'first_click' });
    const [again] = await running.assess([order]);
    expect(body.data.assessed_at).toBe(again?.assessedAt);
  });

  it('returns 404 to another brand, without an assessment and for a malformed id, 403 to an affiliate', async () => {
    const order = anOrder({});
    await running.assess([order]);
    const path = `/api/brand/conversions/${order.conversionId}/explanation`;
    expect((await running.caller(newId()).get(path)).status).toBe(404);
    expect((await running.caller(order.brandId, 'affiliate').get(path)).status).toBe(403);
    const brand = running.caller(order.brandId);
    expect((await brand.get(`/api/brand/conversions/${newId()}/explanation`)).status).toBe(404);
    expect((await brand.get('/api/brand/conversions/x/explanation')).status).toBe(404);
  });
});

describe('orders of a ring of accounts', () => {
  it('are held once the night has connected the accounts, with both verdicts in the explanation', async () => {
    const { deps, probe } = running;
    const [brandId, campaignId, convertedAt] = [newId(), newId(), hoursAgo(0).toISOString()];
    const orders = Array.from({ length: 12 }, (_, index) =>
      anOrder({
        ...{ brandId, campaignId, convertedAt, createdAt: convertedAt },
        affiliateId: `0197${String(index % 6)}b3c-7c00-7000-8000-0000000000aa`,
        customerEmailHash: newId(),
        ip: '88.64.10.20',
      }),
    );
    await running.assess(orders);
    const [first, second] = orders;
    const ids = orders.map(({ conversionId }) => conversionId);
    const nextNoon = (Math.floor(Date.parse(convertedAt) / DAY_MS) + 1.5) * DAY_MS;
    const night = { ...deps, clock: { now: () => new Date(nextNoon) } };
    await judgeOrdersAgain(night)();
    const { data } = await probe.waitFor(
      assessmentJudgedAgain,
      ({ conversionId }) => conversionId === first?.conversionId,
    );
    expect(data).toMatchObject({ cause: 'nightly', requiresReview: true, isHeld: true });
    expect(data.changedBy.map(({ factor }) => factor)).toContain('account_group');

    const view = await running
      .caller(brandId)
      .get(`/api/brand/conversions/${first?.conversionId ?? ''}/explanation`);
    interface Verdict {
      readonly fraud_score: number;
      readonly factors: readonly { readonly contribution: number }[];
    }
    const { fraud } = view.body.data as { fraud: Verdict & { second_verdict: Verdict } };
    expect(fraud.second_verdict).toMatchObject({ cause: 'nightly', is_held: true });
    expect(fraud.second_verdict.fraud_score).toBeGreaterThan(fraud.fraud_score);
    const { factors } = fraud.second_verdict;
    const sum = factors.reduce((total, { contribution }) => total + contribution, 0);
    expect(sum).toBeCloseTo(fraud.second_verdict.fraud_score, 9);

    const verdicts = await running.judgeAgain([...ids, newId()]);
    expect(verdicts.map(({ conversionId }) => conversionId).sort()).toEqual(ids.toSorted());
    expect(verdicts.every(({ isHeld }) => isHeld)).toBe(true);
    const ofSecond = () =>
      probe
        .events(assessmentJudgedAgain)
        .filter((one) => one.data.conversionId === second?.conversionId);
    await eventually(() => ofSecond().length > 0);
    expect(ofSecond()).toHaveLength(1);
  });
});
