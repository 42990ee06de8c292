import { randomUUIDv7 } from 'node:crypto';
import { campaignActivated, impressionRecorded } from '@tributary/contracts';
import { aCampaign, eventually } from '@tributary/testing';
import { type RunningAnalytics, runAnalytics } from '../../testing/running-analytics.ts';

describe('impressions', () => {
  let running: RunningAnalytics;
  beforeAll(async () => {
    running = await runAnalytics();
  });
  afterAll(() => running.close());

  it('show in their campaign’s performance, each once, in the period they were in', async () => {
    const campaign = aCampaign();
    const { campaignId, brandId } = campaign;
    const about = { campaignId, brandId, affiliateId: randomUUIDv7(), linkId: randomUUIDv7() };
    const look = (occurredAt: string) =>
      impressionRecorded({ ...about, impressionId: randomUUIDv7(), occurredAt, isUnique: true });
    await running.probe.publish(campaignActivated(campaign));
    await running.probe.publish(
      look('2026-05-04T10:15:00.000Z'),
      look('2026-05-04T10:45:00.000Z'),
      look('2026-05-05T23:59:59.999Z'),
      look('2026-05-06T00:00:00.000Z'),
    );
    const impressionsIn = async (start: string, end: string): Promise<number | undefined> => {
      const path = `/api/brand/campaigns/${campaignId}/performance?start_date=${start}&end_date=${end}`;
      const who = { id: brandId, role: 'brand' } as const;
      type Body = { metrics?: { impressions: number } };
      return (await running.get<Body>(path, who)).body.metrics?.impressions;
    };
    await eventually(async () => (await impressionsIn('2026-05-01', '2026-05-31')) === 4);
    expect(await impressionsIn('2026-05-04', '2026-05-05')).toBe(3);
    expect(await impressionsIn('2026-05-06', '2026-05-06')).toBe(1);
    expect(await impressionsIn('2026-05-07', '2026-05-31')).toBe(0);
  });
});
