import {
  affiliateLeft,
  campaignPaused,
  commissionCreated,
  type CommissionSnapshot,
  linkDeactivated,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aConversion, eventually } from '@tributary/testing';
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

const NOW = '2026-05-01T12:00:00.000Z';

const aCommission = (given: Partial<CommissionSnapshot>): CommissionSnapshot => ({
  commissionId: newId(),
  conversionId: newId(),
  campaignId: newId(),
  campaignName: 'Campaign',
  brandId: newId(),
  affiliateId: newId(),
  orderId: 'order',
  clickId: null,
  linkId: null,
  status: 'approved',
  amountMinor: 1_000,
  paidMinor: 0,
  currency: 'USD',
  terms: aConversion().terms,
  saleMinor: 10_000,
  saleCurrency: 'USD',
  convertedAt: NOW,
  createdAt: NOW,
  approvedAt: null,
  paidAt: null,
  payoutId: null,
  ...given,
});

describe('If-Match', () => {
  it('refuses a change of a record that somebody else has changed since, and stores nothing', async () => {
    const brand = running.caller('brand');
    const { body } = await brand.post('/api/brand/campaigns', plainCampaign());
    const path = `/api/brand/campaigns/${String(body.id)}`;
    const seen = `"${String(body.updated_at)}"`;
    const first = await brand.put(path, { name: 'First' }, { 'if-match': seen });
    expect(first.status).toBe(200);
    const second = await brand.put(path, { name: 'Second' }, { 'if-match': seen });
    expect([second.status, second.body.error]).toEqual([412, 'precondition_failed']);
    expect((await brand.get(path)).body.name).toBe('First');
    const again = { 'if-match': String(first.body.updated_at) };
    expect((await brand.put(path, { name: 'Second' }, again)).status).toBe(200);
    expect((await brand.put(path, { name: 'Third' }, { 'if-match': '*' })).status).toBe(200);
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
    // With more to spend it goes on.
    await brand.put(path, { budget: { total: 50 }, status: 'active' });
    expect((await spent()).status).toBe('active');
  });
});

describe('DELETE /api/brand/campaigns/{id}/members/{affiliate_id}', () => {
  it('removes a member and switches the links off, for the campaign’s own brand alone', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate');
    const open = plainCampaign({ approval: { mode: 'auto' } });
    const { body } = await brand.post('/api/brand/campaigns', open);
    const campaignId = String(body.id);
    await affiliate.post(`/api/affiliate/campaigns/${campaignId}/apply`);
    const link = await affiliate.post('/api/affiliate/links', { campaign_id: campaignId });
    const path = `/api/brand/campaigns/${campaignId}/members/${affiliate.id}`;
    expect((await running.caller('brand').delete(path)).status).toBe(404);
    expect((await brand.delete(path)).status).toBe(200);
    await running.probe.waitFor(affiliateLeft, (left) => left.affiliateId === affiliate.id);
    await running.probe.waitFor(linkDeactivated, ({ linkId }) => linkId === link.body.id);
    expect((await brand.delete(path)).status).toBe(404);
    const refused = await affiliate.post('/api/affiliate/links', { campaign_id: campaignId });
    expect(refused.status).toBe(403);
  });
});
