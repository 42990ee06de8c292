import { openGrpcClient } from '@tributary/grpc';
import { campaignUpdated } from '@tributary/contracts';
import { tokensOf } from '@tributary/testing';
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

const settings = {
  model: 'position_based',
  lookback_window_days: 90,
  time_decay_half_life_hours: 24,
  position_based_weights: { first: 30, middle: 20, last: 50 },
  enable_cross_device: true,
  fingerprinting_enabled: false,
  coupon_rule: 'split',
  coupon_code_share: 30,
};

describe('attribution settings that the attribution service sets', () => {
  const client = () =>
    openGrpcClient(
      'tributary.campaign.v1.Campaigns',
      `127.0.0.1:${running.service.grpcPort}`,
      tokensOf('attribution'),
    );
  const quick = { deadlineMs: 5_000, idempotent: true };

  it('are stored in the campaign once, and published', async () => {
    const brand = running.caller('brand');
    const created = await brand.post('/api/brand/campaigns', plainCampaign());
    const campaignId = created.body.id as string;
    const request = { campaignId, brandId: brand.id, attribution: JSON.stringify(settings) };
    const rpc = client();
    const first = await rpc.call('SetAttribution', request, quick);
    const again = await rpc.call('SetAttribution', request, quick);
    expect(again).toEqual(first);
    const { body } = await brand.get(`/api/brand/campaigns/${campaignId}`);
    expect(body.attribution).toEqual(settings);
    const published = await running.probe.waitFor(
      campaignUpdated,
      (one) => one.campaignId === campaignId,
    );
    expect(published.data.attribution).toMatchObject({
      model: 'position_based',
      lookbackWindowDays: 90,
    });
    rpc.close();
  });

  it('are refused for another brand’s campaign, and where they are invalid', async () => {
    const brand = running.caller('brand');
    const created = await brand.post('/api/brand/campaigns', plainCampaign());
    const campaignId = created.body.id as string;
    const rpc = client();
    const setAttribution = (brandId: string, attribution: string) =>
      rpc.call('SetAttribution', { campaignId, brandId, attribution }, quick);
    const other = running.caller('brand');
    await expect(setAttribution(other.id, JSON.stringify(settings))).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(setAttribution(brand.id, '[]')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(
      setAttribution(brand.id, JSON.stringify({ ...settings, lookback_window_days: 0 })),
    ).rejects.toMatchObject({ kind: 'invalid' });
    rpc.close();
  });
});
