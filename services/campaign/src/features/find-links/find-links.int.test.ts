import { linkSnapshot } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';
import {
  openRunningCampaign,
  plainCampaign,
  type RunningCampaign,
} from '../../testing/running-campaign.ts';

let running: RunningCampaign;
const openClient = () =>
  openGrpcClient(
    'tributary.campaign.v1.Links',
    `127.0.0.1:${String(running.service.grpcPort)}`,
    tokensOf('tracking'),
  );
let client: ReturnType<typeof openClient>;
beforeAll(async () => {
  running = await openRunningCampaign();
  client = openClient();
});
afterAll(async () => {
  client.close();
  await running.close();
});

const find = async (request: Parameters<typeof client.call<'FindLinks'>>[1]): Promise<string[]> => {
  const call = { deadlineMs: 10_000, idempotent: true };
  const { links } = await client.call('FindLinks', request, call);
  return links.map((link) => linkSnapshot.parse(JSON.parse(link)).linkId);
};

/** An affiliate's link to a new campaign for calls of the brand. */
async function aLink(brand: ReturnType<RunningCampaign['caller']>, affiliate: typeof brand) {
  const call = { payout_type: 'per_call', payout_amount: 5, min_duration_seconds: 10 };
  const commission = { type: 'fixed', value: 5 };
  const campaign = plainCampaign({ type: 'call', call, commission, approval: { mode: 'auto' } });
  const { body: created } = await brand.post('/api/brand/campaigns', campaign);
  const campaignId = String(created.id);
  await affiliate.post(`/api/affiliate/campaigns/${campaignId}/apply`, {});
  const { status, body } = await affiliate.post('/api/affiliate/links', {
    campaign_id: campaignId,
  });
  expect(status).toBe(201);
  return { campaignId, linkId: String(body.id) };
}

describe('FindLinks', () => {
  it('returns links by id, by number, and of an affiliate and a brand, the newest first', async () => {
    const [brand, affiliate] = [running.caller('brand'), running.caller('affiliate')];
    const first = await aLink(brand, affiliate);
    const second = await aLink(brand, affiliate);
    await aLink(running.caller('brand'), affiliate);
    const number = '+15557654321';
    const path = `/api/brand/campaigns/${first.campaignId}/numbers`;
    expect((await brand.post(path, { numbers: [number] })).status).toBe(201);

    expect(await find({ linkId: first.linkId })).toEqual([first.linkId]);
    expect(await find({ trackingNumber: number })).toEqual([first.linkId]);
    expect(await find({ linkId: brand.id })).toEqual([]);
    expect(await find({ trackingNumber: '+15550000001' })).toEqual([]);
    const parties = { brandId: brand.id, affiliateId: affiliate.id };
    expect(await find({ partnership: { ...parties, campaignId: '' } })).toEqual([
      second.linkId,
      first.linkId,
    ]);
    const { campaignId } = first;
    expect(await find({ partnership: { ...parties, campaignId } })).toEqual([first.linkId]);
  });
});

describe('FindMemberships', () => {
  it('returns the brand’s campaigns that an affiliate is in now, with the affiliate’s name', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate', { name: 'Ann' });
    const address = `127.0.0.1:${String(running.service.grpcPort)}`;
    const memberships = openGrpcClient(
      'tributary.campaign.v1.Memberships',
      address,
      tokensOf('analytics'),
    );
    const find = (brandId: string) =>
      memberships.call(
        'FindMemberships',
        { brandId, affiliateId: affiliate.id },
        { deadlineMs: 10_000, idempotent: true },
      );
    const first = await aLink(brand, affiliate);
    const second = await aLink(brand, affiliate);
    expect(await find(brand.id)).toMatchObject({
      affiliateName: 'Ann',
      memberships: [second, first].map(({ campaignId }) => ({ campaignId })),
    });
    await affiliate.delete(`/api/affiliate/campaigns/${second.campaignId}/membership`);
    expect((await find(brand.id)).memberships).toHaveLength(1);
    expect(await find(running.caller('brand').id)).toMatchObject({
      affiliateName: '',
      memberships: [],
    });
    memberships.close();
  });
});
