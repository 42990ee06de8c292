import { randomUUIDv7 } from 'node:crypto';
import { campaignUpdated } from '@tributary/contracts';
import { aCampaign, aLink, eventually } from '@tributary/testing';
import { type RunningAnalytics, runAnalytics } from '../testing/running-analytics.ts';

let running: RunningAnalytics;
beforeAll(async () => {
  running = await runAnalytics();
});
afterAll(() => running.close());

const brandOf = ({ brandId }: { brandId: string }) => ({ id: brandId, role: 'brand' as const });
const performanceOf = (campaignId: string) => `/api/brand/campaigns/${campaignId}/performance`;
const missing = {
  error: 'not_found',
  message: 'There is no such record',
  detail: expect.anything(),
};

describe('a campaign or link of which no event has arrived yet', () => {
  it('is known at once, from its owner, and to its brand alone', async () => {
    const campaign = aCampaign();
    running.owner.campaigns.set(campaign.campaignId, campaign);
    const path = performanceOf(campaign.campaignId);
    const stranger = await running.get(path, { id: randomUUIDv7(), role: 'brand' });
    const absent = await running.get(performanceOf(randomUUIDv7()), brandOf(campaign));
    expect(stranger).toMatchObject({ status: 404, body: missing });
    expect(absent).toMatchObject({ status: 404, body: missing });
    const own = await running.get<{ campaign_id: string }>(path, brandOf(campaign));
    expect([own.status, own.body.campaign_id]).toEqual([200, campaign.campaignId]);

    const link = aLink();
    running.owner.links.set(link.linkId, link);
    const linkPath = `/api/affiliate/links/${link.linkId}/performance`;
    const affiliate = (id: string) => ({ id, role: 'affiliate' as const });
    expect((await running.get(linkPath, affiliate(randomUUIDv7()))).status).toBe(404);
    expect((await running.get(linkPath, affiliate(link.affiliateId))).status).toBe(200);
  });

  it('shows its brand a new member at once, with name and campaign', async () => {
    const campaign = aCampaign();
    const { campaignId, brandId, name } = campaign;
    const affiliateId = randomUUIDv7();
    const path = `/api/brand/affiliates/${affiliateId}`;
    running.owner.campaigns.set(campaignId, campaign);
    expect((await running.get(path, brandOf(campaign))).status).toBe(404);
    running.owner.affiliates.set(`${brandId} ${affiliateId}`, {
      name: 'Ann',
      campaignIds: [campaignId],
    });
    const member = await running.get(path, brandOf(campaign));
    expect(member).toMatchObject({
      status: 200,
      body: { name: 'Ann', campaigns: [{ campaign_id: campaignId, campaign_name: name }] },
    });
    running.owner.isUnavailable = true;
    const known = await running.get(path, brandOf(campaign));
    const unknown = await running.get(`/api/brand/affiliates/${randomUUIDv7()}`, brandOf(campaign));
    running.owner.isUnavailable = false;
    expect(known.body).toEqual(member.body);
    expect(unknown.status).toBe(503);
  });

  it('is requested of its owner once, however many request it at the same time', async () => {
    const campaign = aCampaign();
    running.owner.campaigns.set(campaign.campaignId, campaign);
    const before = running.owner.calls;
    const path = performanceOf(campaign.campaignId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => running.get(path, brandOf(campaign))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(running.owner.calls).toBe(before + 1);
  });

  it('answers 503 with Retry-After instead of 404 while its owner is away', async () => {
    const campaign = aCampaign();
    running.owner.campaigns.set(campaign.campaignId, campaign);
    running.owner.isUnavailable = true;
    const response = await running.call(performanceOf(campaign.campaignId), brandOf(campaign));
    running.owner.isUnavailable = false;
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await response.body?.cancel();
    const { status } = await running.get(performanceOf(campaign.campaignId), brandOf(campaign));
    expect(status).toBe(200);
  });

  it('keeps the newer state of an event that came first', async () => {
    const campaign = aCampaign();
    const updatedAt = new Date(Date.parse(campaign.updatedAt) + 1_000).toISOString();
    const commission = { ...campaign.commission, currency: 'EUR' };
    await running.probe.publish(campaignUpdated({ ...campaign, updatedAt, commission }));
    running.owner.campaigns.set(campaign.campaignId, campaign);
    const currency = async () => {
      const path = performanceOf(campaign.campaignId);
      return (await running.get<{ currency: string }>(path, brandOf(campaign))).body.currency;
    };
    await eventually(async () => (await currency()) === 'EUR');
  });
});
