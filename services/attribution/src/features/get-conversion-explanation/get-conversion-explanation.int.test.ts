import {
  type AdjustedConversion,
  affiliateSuspected,
  commissionCreated,
  commissionPaid,
  type CommissionSnapshot,
  type ConversionSnapshot,
  conversionAdjusted,
  conversionRejected,
  conversionReversed,
  conversionTracked,
  fraudReviewOverdue,
} from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { newId } from '@tributary/service';
import { aConversion, anApprovedConversion, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { remindOverdueReviews } from '../remind-overdue-reviews/remind-overdue-reviews.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '0' });
});
afterAll(() => running.close());

const now = (): string => new Date().toISOString();
const orderOf = (given: Partial<ConversionSnapshot>): ConversionSnapshot =>
  aConversion({
    convertedAt: now(),
    createdAt: now(),
    clickedAt: new Date(Date.now() - 7_200_000).toISOString(),
    ...given,
  });
const bot = { userAgent: 'curl/8.5.0' };
/** An order of which something was given back before anybody decided it. */
const takenOff = (order: ConversionSnapshot, refundedMinor: number): AdjustedConversion => ({
  ...order,
  refundedMinor,
  adjustmentId: newId(),
  refundId: null,
  adjustmentType: refundedMinor === order.valueMinor ? 'refund' : 'partial_refund',
  adjustmentMinor: refundedMinor,
});

describe('GET /api/brand/conversions/{id}/explanation', () => {
  it('says why a conversion scored what it scored, who earned it, and what they earn', async () => {
    const order = orderOf({ ...bot, valueMinor: 12_345 });
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
        fraud_score: 0.9,
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
    // The same path is told to whoever traces the commissions.
    const explanations = openGrpcClient(
      'tributary.attribution.v1.Explanations',
      `127.0.0.1:${String(running.service.grpcPort)}`,
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
    expect(factors.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(0.9, 9);

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

  it('expects of an order that nobody decided yet what refunds have left, and nothing of one that fell', async () => {
    const brandId = newId();
    const orders = Array.from({ length: 3 }, () => orderOf({ brandId, valueMinor: 10_000 }));
    const [reduced, reversed, rejected] = orders;
    await running.assess(orders);
    await running.probe.publish(
      conversionAdjusted(takenOff(reduced!, 4_000)),
      conversionReversed({ ...takenOff(reversed!, 10_000), status: 'reversed' }),
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

  it('says what is known of an assessment from before its inputs were kept', async () => {
    const order = orderOf(bot);
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
      fraud: { fraud_score: 0.9, requires_review: true },
      attribution: { settings: null, path: [], shares: [{ share: 1, value: null }] },
      commission: { commissions: [] },
    });
  });

  it('answers 404 to another brand, for what was not assessed and for no id, 403 to an affiliate', async () => {
    const order = orderOf({});
    await running.assess([order]);
    const path = `/api/brand/conversions/${order.conversionId}/explanation`;
    expect((await running.caller(newId()).get(path)).status).toBe(404);
    expect((await running.caller(order.brandId, 'affiliate').get(path)).status).toBe(403);
    const brand = running.caller(order.brandId);
    expect((await brand.get(`/api/brand/conversions/${newId()}/explanation`)).status).toBe(404);
    expect((await brand.get('/api/brand/conversions/x/explanation')).status).toBe(404);
  });
});

describe('GET /api/brand/conversions/fraud-analysis', () => {
  it('sums up the brand’s own conversions, and recommends what follows', async () => {
    const brandId = newId();
    const [fraudster, honest] = [newId(), newId()];
    const campaignId = newId();
    const orders = [
      ...Array.from({ length: 6 }, () => orderOf({ ...bot, brandId, affiliateId: fraudster })),
      ...Array.from({ length: 4 }, () => orderOf({ brandId, campaignId, affiliateId: honest })),
      orderOf({ brandId, affiliateId: honest, source: 'pixel' }),
    ];
    await running.assess([...orders, orderOf(bot)]);
    const brand = running.caller(brandId);
    const { status, body } = await brand.get('/api/brand/conversions/fraud-analysis');
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        average_fraud_score: 49.09,
        high_risk_conversions: 6,
        fraud_patterns: [
          {
            pattern: 'high_fraud_score',
            count: 6,
            description: 'Conversions whose fraud score is above 50',
          },
          {
            pattern: 'flagged_for_review',
            count: 7,
            description: 'Conversions that a person should look at before they are paid',
          },
          { pattern: 'bot_ua', count: 6, description: 'The click came from a bot or script' },
        ],
        suspicious_affiliates: [
          { affiliate_id: fraudster, conversions: 6, average_fraud_score: 90 },
        ],
        recommendations: [
          'Review the 7 flagged conversions (63.6 % of all): none of them is paid before you do.',
          'Look at the traffic of 1 suspicious affiliate before approving more of their conversions.',
          'The most frequent sign is bot_ua, on 6 conversions: the click came from a bot or script.',
        ],
      },
    });
    const path = `/api/brand/conversions/fraud-analysis?campaign_id=${campaignId}`;
    expect((await brand.get(path)).body.data).toEqual({
      average_fraud_score: 0,
      high_risk_conversions: 0,
      fraud_patterns: [],
      suspicious_affiliates: [],
      recommendations: ['Nothing in this period asks for action.'],
    });
    const past = '/api/brand/conversions/fraud-analysis?start_date=2025-01-01&end_date=2025-02-01';
    expect((await brand.get(past)).body.data.recommendations).toEqual([
      'There are no conversions in this period.',
    ]);
  });

  it('refuses a turned time, one of years, and a malformed campaign', async () => {
    const brand = running.caller(newId());
    const status = async (query: string) =>
      (await brand.get(`/api/brand/conversions/fraud-analysis?${query}`)).status;
    expect(await status('start_date=2026-02-01&end_date=2026-01-01')).toBe(400);
    expect(await status('start_date=2020-01-01')).toBe(400);
    expect(await status('campaign_id=x')).toBe(400);
    expect(await status('surprise=1')).toBe(400);
  });
});

describe('an affiliate whose conversions score high', () => {
  it('is told of once', async () => {
    const script = { ...bot, brandId: newId(), affiliateId: newId() };
    const orders = Array.from({ length: 12 }, () => orderOf(script));
    await running.probe.publish(...orders.map((order) => conversionTracked(order)));
    const fits = ({ affiliateId }: { affiliateId: string }) => affiliateId === script.affiliateId;
    const { data } = await running.probe.waitFor(affiliateSuspected, fits);
    expect(data.conversions).toBeGreaterThanOrEqual(5);
    expect(data.averageFraudScore).toBeCloseTo(0.9, 6);
    await running.probe.publish(conversionTracked(orderOf(script)));
    await eventually(async () => (await running.deps.facts.listDue(10)).length === 0);
    expect(running.probe.events(affiliateSuspected).filter((one) => fits(one.data))).toHaveLength(
      1,
    );
  });
});

describe('flagged conversions that nobody decides', () => {
  it('are reminded of once, after 14 days, and stay flagged', async () => {
    const { deps, probe } = running;
    const brandId = newId();
    const orders = Array.from({ length: 4 }, () => orderOf({ ...bot, brandId }));
    await running.assess(orders);
    const [decided, reversed, ...open] = orders;
    // Whoever reviews a reversed one is refused.
    await probe.publish(
      conversionRejected(anApprovedConversion({ ...decided!, status: 'rejected' })),
      conversionReversed({ ...takenOff(reversed!, reversed!.valueMinor), status: 'reversed' }),
    );
    await eventually(async () => (await deps.labels.findKnown([decided!.conversionId])).size === 1);
    const refunds = running.service.platform.mongo.connection.collection('refunds');
    await eventually(() => refunds.findOne({ _id: reversed!.conversionId as never }).then(Boolean));
    const after = (days: number) => ({
      ...deps,
      clock: { now: () => new Date(Date.now() + days * DAY_MS) },
    });
    await remindOverdueReviews(after(13))();
    await remindOverdueReviews(after(15))();
    await remindOverdueReviews(after(16))();
    const ofBrand = ({ brandId: id }: { brandId: string }) => id === brandId;
    const { data } = await probe.waitFor(fraudReviewOverdue, ofBrand);
    expect(data.conversionIds.toSorted()).toEqual(
      open.map(({ conversionId }) => conversionId).sort(),
    );
    expect(probe.events(fraudReviewOverdue).filter((one) => ofBrand(one.data))).toHaveLength(1);
    const again = await running.assess(open);
    expect(again.every(({ requiresReview }) => requiresReview)).toBe(true);
  });
});
