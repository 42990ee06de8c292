import { campaignEnded, campaignPaused, commissionCreated } from '@tributary/contracts';
import { aCommission, eventually } from '@tributary/testing';
import {
  openRunningCampaign,
  plainCampaign,
  type RunningCampaign,
} from '../../testing/running-campaign.ts';

let running: RunningCampaign;
beforeAll(async () => {
  running = await openRunningCampaign();
});
afterAll(() => running.close());

describe('dates', () => {
  it('start and end campaigns', async () => {
    const brand = running.caller('brand');
    const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
    const dates = { starts_at: soon(300), ends_at: soon(1_200) };
    const { body: made } = await brand.post(
      '/api/brand/campaigns',
      plainCampaign({ status: 'draft', ...dates }),
    );
    expect(made.status).toBe('draft');
    const path = `/api/brand/campaigns/${String(made.id)}`;
    await eventually(async () => (await brand.get(path)).body.status === 'active');
    await eventually(async () => (await brand.get(path)).body.status === 'completed');
    const { data } = await running.probe.waitFor(campaignEnded, (c) => c.campaignId === made.id);
    expect(data.status).toBe('completed');
  });
});

describe('a budget', () => {
  it('pauses its campaign once commissions have used it up', async () => {
    const brand = running.caller('brand');
    const limited = plainCampaign({ budget: { total: 25 } });
    const { body } = await brand.post('/api/brand/campaigns', limited);
    const campaignId = String(body.id);
    const path = `/api/brand/campaigns/${campaignId}`;
    const owner = { campaignId, brandId: brand.id };
    const spent = async () =>
      (await brand.get(path)).body as unknown as { budget: { spent: number }; status: string };
    await running.probe.publish(commissionCreated(aCommission({ ...owner, amountMinor: 2_499 })));
    await eventually(async () => (await spent()).budget.spent === 24.99);
    expect((await spent()).status).toBe('active');
    await running.probe.publish(commissionCreated(aCommission({ ...owner, amountMinor: 1 })));
    await running.probe.waitFor(campaignPaused, ({ campaignId: id }) => id === campaignId);
    expect((await spent()).status).toBe('paused');
    // A higher budget lets the campaign continue.
    await brand.put(path, { budget: { total: 50 }, status: 'active' });
    expect((await spent()).status).toBe('active');
  });
});
