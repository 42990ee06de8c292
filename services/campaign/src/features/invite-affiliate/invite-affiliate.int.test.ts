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

const made = async (
  brand: ReturnType<RunningCampaign['caller']>,
  given: Record<string, unknown>,
): Promise<string> =>
  String((await brand.post('/api/brand/campaigns', plainCampaign(given))).body.id);

describe('an invitation of an affiliate', () => {
  it('is refused for a member, who would be asked to join what he has joined', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate');
    const campaignId = await made(brand, { approval: { mode: 'auto' } });
    await affiliate.post(`/api/affiliate/campaigns/${campaignId}/apply`);
    const path = `/api/brand/campaigns/${campaignId}/invitations`;
    const refused = await brand.post(path, { affiliate_id: affiliate.id });
    expect([refused.status, refused.body.error]).toEqual([409, 'already_member']);
    expect((await brand.get(path)).body.pagination.total).toBe(0);
  });
});
