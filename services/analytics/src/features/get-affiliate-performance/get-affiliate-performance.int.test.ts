import {
  campaignActivated,
  commissionCreated,
  conversionReversed,
  conversionTracked,
} from '@tributary/contracts';
import {
  aCampaign,
  aClick,
  aCommission,
  aConversion,
  countedClicks,
  eventually,
} from '@tributary/testing';
import { type RunningAnalytics, runAnalytics } from '../../testing/running-analytics.ts';

interface Performance {
  metrics: Record<string, number>;
  series: { period: string; clicks: number }[];
  per_status?: Record<string, number>;
}

describe('performance', () => {
  let running: RunningAnalytics;
  const campaign = aCampaign();
  const { campaignId, brandId } = campaign;
  const affiliateId = crypto.randomUUID();
  const owner = { campaignId, brandId, affiliateId, linkId: crypto.randomUUID() };
  const may = 'start_date=2026-05-01&end_date=2026-05-03';

  beforeAll(async () => {
    running = await runAnalytics();
  });
  afterAll(() => running.close());

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the shape of the response
  const get = <Body>(path: string, who: { id: string; role: 'affiliate' | 'brand' }) =>
    running.get<Body>(path, who);
  const affiliate = { id: affiliateId, role: 'affiliate' } as const;
  const brand = { id: brandId, role: 'brand' } as const;

  it('counts every click once however often its count comes, and restates the day of a refunded order', async () => {
    const clicks = [
      aClick({ ...owner, occurredAt: '2026-05-01T10:00:00.000Z' }),
      aClick({ ...owner, occurredAt: '2026-05-01T11:00:00.000Z', validity: 'duplicate' }),
      aClick({ ...owner, occurredAt: '2026-05-02T11:00:00.000Z', validity: 'bot' }),
    ];
    const sale = aConversion({ ...owner });
    const refunded = aConversion({ ...owner });
    await running.probe.publishTwice(...clicks.map((click) => countedClicks([click])));
    await running.probe.publish(
      campaignActivated(campaign),
      conversionTracked(sale),
      conversionTracked(refunded),
      commissionCreated(aCommission({ ...owner })),
    );
    await eventually(async () => {
      const { body } = await get<Performance>(
        `/api/affiliate/analytics/performance?${may}`,
        affiliate,
      );
      expect(body.metrics).toMatchObject({ gross_clicks: 3, conversions: 2, earnings: 10 });
      return true;
    });
    await running.probe.publish(
      conversionReversed({
        ...refunded,
        status: 'reversed',
        refundedMinor: refunded.valueMinor,
        adjustmentId: crypto.randomUUID(),
        adjustmentType: 'refund',
        adjustmentMinor: refunded.valueMinor,
        refundId: null,
      }),
    );
    const { body } = await eventually(async () => {
      const answer = await get<Performance>(
        `/api/affiliate/analytics/performance?${may}`,
        affiliate,
      );
      return answer.body.metrics['conversions'] === 1 ? answer : undefined;
    });
    expect(body.metrics).toEqual({
      gross_clicks: 3,
      unique_clicks: 1,
      duplicate_clicks: 1,
      invalid_clicks: 1,
      clicks: 2,
      conversions: 1,
      conversion_rate: 1,
      revenue: 100,
      earnings: 10,
      epc: 5,
    });
    expect(body.series.map(({ period, clicks: count }) => [period, count])).toEqual([
      ['2026-05-01T00:00:00.000Z', 2],
      ['2026-05-02T00:00:00.000Z', 0],
      ['2026-05-03T00:00:00.000Z', 0],
    ]);
  });

  it('shows a campaign to its own brand only, because figures are a trade secret', async () => {
    const path = `/api/brand/campaigns/${campaignId}/performance?${may}`;
    const own = await eventually(async () => {
      const answer = await get<Performance>(path, brand);
      return answer.status === 200 ? answer : undefined;
    });
    expect(own.body.metrics).toMatchObject({ clicks: 2, commission: 10 });
    expect(own.body.per_status).toEqual({ pending: 1, approved: 0, rejected: 0, reversed: 1 });
    const other = await get<{ error: string }>(path, { id: crypto.randomUUID(), role: 'brand' });
    expect([other.status, other.body.error]).toEqual([404, 'not_found']);
  });

  it('shows a campaign in its own currency where the query names none', async () => {
    const terms = { ...campaign.commission, currency: 'EUR' };
    const euros = aCampaign({ brandId, commission: terms });
    const sold = { ...owner, campaignId: euros.campaignId, currency: 'EUR' };
    await running.probe.publish(
      campaignActivated(euros),
      conversionTracked(aConversion(sold)),
      commissionCreated(aCommission(sold)),
    );
    await eventually(async () => {
      const path = `/api/brand/campaigns/${euros.campaignId}/performance?${may}`;
      const { body } = await get<Performance & { currency: string; budget: object }>(path, brand);
      expect(body).toMatchObject({
        currency: 'EUR',
        metrics: { conversions: 1, revenue: 100, commission: 10 },
        budget: { spent: 10, currency: 'EUR' },
      });
      expect(body.series[0]).toMatchObject({ conversions: 1, commission: 10 });
      const inDollars = await get<Performance>(`${path}&currency=USD`, brand);
      expect(inDollars.body.metrics).toMatchObject({ conversions: 0, commission: 0 });
      return true;
    });
  });

  it.each([
    ['start_date=2099-01-01', 400],
    ['start_date=2026-05-02&end_date=2026-05-01', 400],
    ['interval=year', 400],
    ['currency=XXX1', 400],
    ['start_date=yesterday', 400],
    ['interval=hour&start_date=2020-01-01', 400],
    ['unknown=1', 400],
  ])('refuses %s with %d', async (wrong, status) => {
    const answer = await get<{ error: string }>(
      `/api/affiliate/analytics/performance?${wrong}`,
      affiliate,
    );
    expect(answer.status).toBe(status);
  });
});
