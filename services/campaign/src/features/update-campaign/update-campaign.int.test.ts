import { campaignActivated, campaignUpdated } from '@tributary/contracts';
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

const { status: _active, ...draft } = plainCampaign();

describe('If-Match', () => {
  it('refuses an update of a campaign that was changed since, and stores nothing', async () => {
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

describe('PUT /api/brand/campaigns/:campaign_id', () => {
  it('updates the given fields, also within groups, and publishes the update', async () => {
    const brand = running.caller('brand');
    const { body: made } = await brand.post('/api/brand/campaigns', draft);
    const path = `/api/brand/campaigns/${String(made.id)}`;
    const { status, body } = await brand.put(path, {
      name: 'Winter sale',
      commission: { value: 12.5 },
      budget: { total: 500 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Winter sale',
      commission: { type: 'percentage', value: 12.5, currency: 'USD' },
      budget: { total: 500, daily: null },
      landing_page_url: made.landing_page_url,
    });
    const { data } = await running.probe.waitFor(campaignUpdated, (c) => c.campaignId === made.id);
    expect(data).toMatchObject({ name: 'Winter sale', commission: { value: '12.5' } });
    const { body: reset } = await brand.put(path, { budget: null });
    expect(reset.budget).toEqual({ total: null, daily: null, spent: 0 });
  });

  it('changes the status as the contract allows and refuses other changes, storing nothing', async () => {
    const brand = running.caller('brand');
    const { body: made } = await brand.post('/api/brand/campaigns', draft);
    const path = `/api/brand/campaigns/${String(made.id)}`;
    const paused = await brand.put(path, { status: 'paused', name: 'Not this' });
    expect(paused.status).toBe(409);
    expect(paused.body.error).toBe('illegal_transition');
    expect((await brand.get(path)).body).toMatchObject({ status: 'draft', name: 'Summer sale' });
    expect((await brand.put(path, { status: 'active' })).body.status).toBe('active');
    await running.probe.waitFor(campaignActivated, (c) => c.campaignId === made.id);
    expect((await brand.put(path, { status: 'active' })).status).toBe(200);
    expect((await brand.put(path, { commission: { currency: 'EUR' } })).body.error).toBe(
      'currency_fixed',
    );
    for (const status of ['paused', 'active', 'completed', 'archived']) {
      expect((await brand.put(path, { status })).body.status).toBe(status);
    }
    expect((await brand.put(path, { status: 'active' })).status).toBe(409);
    expect((await brand.put(path, { name: 'Late' })).body.error).toBe('campaign_archived');
  });

  it('returns 404 to another brand and for a malformed id', async () => {
    const brand = running.caller('brand');
    const other = running.caller('brand');
    const { body: made } = await brand.post('/api/brand/campaigns', draft);
    const foreign = await other.put(`/api/brand/campaigns/${String(made.id)}`, { name: 'Mine' });
    const absent = await other.put(`/api/brand/campaigns/${other.id}`, { name: 'Mine' });
    expect(foreign).toEqual(absent);
    expect(foreign.status).toBe(404);
    expect((await other.get('/api/brand/campaigns/nonsense')).status).toBe(404);
  });
});
