import {
  conversionReversed,
  conversionsPassed,
  conversionTracked,
  linkClicksPassed,
  linkCreated,
  revenuePassed,
} from '@tributary/contracts';
import {
  aCampaign,
  aClick,
  aConversion,
  aLink,
  countedClicks,
  eventually,
} from '@tributary/testing';
import { type RunningAnalytics, runAnalytics } from '../../testing/running-analytics.ts';

let running: RunningAnalytics;
beforeAll(async () => {
  running = await runAnalytics();
});
afterAll(() => running.close());

const affiliate = { id: crypto.randomUUID(), role: 'affiliate' } as const;
const stranger = { id: crypto.randomUUID(), role: 'affiliate' } as const;

interface LinkFigures {
  readonly tracking_code: string;
  readonly lifetime: Record<string, number>;
}

describe('milestones', () => {
  it('publish a link’s hundredth click once, bots not counted, and its owner sees its figures', async () => {
    const { campaignId, brandId } = aCampaign();
    const link = aLink({ campaignId, brandId, affiliateId: affiliate.id });
    const owner = { campaignId, brandId, affiliateId: affiliate.id, linkId: link.linkId };
    const clicks = Array.from({ length: 105 }, (_, i) =>
      aClick({ ...owner, validity: i < 3 ? 'bot' : i % 2 === 0 ? 'valid' : 'duplicate' }),
    );
    await running.probe.publish(linkCreated(link));
    await running.probe.publishTwice(countedClicks(clicks.slice(0, 60)));
    await running.probe.publishTwice(countedClicks(clicks.slice(60)));
    const event = await running.probe.waitFor(
      linkClicksPassed,
      (one) => one.linkId === link.linkId,
    );
    expect(event.data).toMatchObject({ ...owner, threshold: 100, clicks: 102 });
    await running.probe.publish(countedClicks([aClick({ ...owner })]));
    const path = `/api/affiliate/links/${link.linkId}/performance`;
    const { body } = await eventually(async () => {
      const answer = await running.get<LinkFigures>(path, affiliate);
      return answer.body.lifetime['gross_clicks'] === 106 ? answer : undefined;
    });
    expect(body).toMatchObject({
      tracking_code: link.trackingCode,
      lifetime: { clicks: 103, invalid_clicks: 3, conversions: 0, earnings: 0 },
    });
    expect((await running.get(path, stranger)).status).toBe(404);
    expect(
      (await running.get(`${path}?start_date=2026-05-02&end_date=2026-05-01`, affiliate)).status,
    ).toBe(400);
    const all = running.probe.events(linkClicksPassed);
    expect(all.filter(({ data }) => data.linkId === link.linkId)).toHaveLength(1);
  });

  it('publish a campaign’s tenth conversion and its powers of ten of revenue, each once though some are reversed', async () => {
    const { campaignId, brandId } = aCampaign();
    const sale = () =>
      aConversion({
        campaignId,
        brandId,
        affiliateId: affiliate.id,
        valueMinor: 1_500,
        currency: 'USD',
      });
    const sales = Array.from({ length: 10 }, sale);
    await running.probe.publish(...sales.map((one) => conversionTracked(one)));
    const tenth = await running.probe.waitFor(
      conversionsPassed,
      (one) => one.campaignId === campaignId,
    );
    expect(tenth.data).toMatchObject({ brandId, threshold: 10, conversions: 10 });
    const revenue = await running.probe.waitFor(
      revenuePassed,
      (one) => one.campaignId === campaignId,
    );
    expect(revenue.data).toMatchObject({ thresholdMinor: 10_000, currency: 'USD' });
    const [first = sale()] = sales;
    const back = { ...first, status: 'reversed' as const, refundedMinor: 1_500 };
    await running.probe.publish(
      conversionReversed({
        ...back,
        adjustmentId: crypto.randomUUID(),
        adjustmentType: 'refund',
        adjustmentMinor: 1_500,
        refundId: null,
      }),
    );
    const big = aConversion({
      campaignId,
      brandId,
      affiliateId: affiliate.id,
      valueMinor: 100_000,
      currency: 'USD',
    });
    await running.probe.publish(conversionTracked(big));
    const thousand = await running.probe.waitFor(
      revenuePassed,
      (one) => one.campaignId === campaignId && one.thresholdMinor === 100_000,
    );
    expect(thousand.data).toMatchObject({ revenueMinor: 113_500 });
    const again = running.probe.events(conversionsPassed);
    expect(again.filter(({ data }) => data.campaignId === campaignId)).toHaveLength(1);
  });
});
