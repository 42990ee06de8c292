import { campaignCreated } from '@tributary/contracts';
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

describe('POST /api/brand/campaigns', () => {
  it('creates a draft with every field of the record, and the brand’s name from identity', async () => {
    const brand = running.caller('brand', { name: 'Ada', company: 'Ada’s Shop' });
    const { status, body } = await brand.post('/api/brand/campaigns', draft);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      brand_id: brand.id,
      brand_name: 'Ada’s Shop',
      name: 'Summer sale',
      description: '',
      type: 'sale',
      status: 'draft',
      landing_page_url: 'https://shop.example.com/landing?season=summer',
      commission: {
        type: 'percentage',
        value: 10,
        currency: 'USD',
        hold_days: 0,
        recurring_months: 0,
      },
      caps: {
        clicks: { daily: null, weekly: null, monthly: null, total: null },
        conversions: { daily: null, weekly: null, monthly: null, total: null },
        commission: { daily: null, weekly: null, monthly: null, total: null },
      },
      budget: { total: null, daily: null, spent: 0 },
      approval: {
        mode: 'manual',
        criteria: {
          min_lifetime_earnings: null,
          min_conversion_rate: null,
          min_active_campaigns: null,
          verified_required: false,
          required_channels: [],
          excluded_countries: [],
        },
      },
      targeting: {
        countries: [],
        languages: [],
        excluded_keywords: [],
        excluded_categories: [],
        devices: [],
      },
      call: null,
      attribution: {
        model: 'last_click',
        lookback_window_days: 30,
        time_decay_half_life_hours: 168,
        position_based_weights: { first: 40, middle: 20, last: 40 },
        enable_cross_device: false,
        fingerprinting_enabled: false,
        coupon_rule: 'code',
        coupon_code_share: 50,
      },
      pixel_enabled: false,
      consent_default: 'granted',
      holdout_percent: 0,
      exclusive: false,
      starts_at: null,
      ends_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    await running.probe.waitFor(campaignCreated, ({ campaignId }) => campaignId === body.id);
    const { body: read } = await brand.get(`/api/brand/campaigns/${String(body.id)}`);
    expect(read).toEqual(body);
  });

  it('returns every given field', async () => {
    const brand = running.caller('brand');
    const stated = {
      name: 'Calls',
      description: 'Ring us',
      type: 'call',
      landing_page_url: 'https://shop.example.com/',
      commission: {
        type: 'fixed',
        value: 3.5,
        currency: 'EUR',
        hold_days: 14,
        recurring_months: null,
      },
      caps: {
        clicks: { daily: 10, weekly: null, monthly: null, total: 100 },
        conversions: { daily: null, weekly: 5, monthly: null, total: null },
        commission: { daily: null, weekly: null, monthly: 12.34, total: null },
      },
      budget: { total: 1000.5, daily: 10 },
      approval: {
        mode: 'auto',
        criteria: {
          min_lifetime_earnings: 10.01,
          min_conversion_rate: 0.05,
          min_active_campaigns: 2,
          verified_required: true,
          required_channels: ['blog'],
          excluded_countries: ['DE'],
        },
      },
      targeting: {
        countries: ['US'],
        languages: ['en'],
        excluded_keywords: ['free'],
        excluded_categories: ['adult'],
        devices: ['mobile'],
      },
      call: {
        payout_type: 'per_minute',
        payout_amount: 0.25,
        min_duration_seconds: 30,
        recording_enabled: true,
        whisper_message: 'A caller',
      },
      attribution: {
        model: 'last_click',
        lookback_window_days: 7,
        time_decay_half_life_hours: 24,
        position_based_weights: { first: 30, middle: 40, last: 30 },
        enable_cross_device: true,
        fingerprinting_enabled: true,
        coupon_rule: 'first',
        coupon_code_share: 1,
      },
      pixel_enabled: true,
      consent_default: 'denied',
      exclusive: true,
      starts_at: '2030-01-01T00:00:00.000Z',
      ends_at: '2031-01-01T00:00:00.000Z',
    };
    const { status, body } = await brand.post('/api/brand/campaigns', stated);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...stated, budget: { ...stated.budget, spent: 0 } });
    const { data } = await running.probe.waitFor(
      campaignCreated,
      ({ campaignId }) => campaignId === body.id,
    );
    expect(data.consentDefault).toBe('denied');
  });

  it('names every invalid field at once', async () => {
    const brand = running.caller('brand');
    const { status, body } = await brand.post('/api/brand/campaigns', {
      name: ' ',
      type: 'barter',
      landing_page_url: 'javascript:alert(1)',
      commission: { type: 'fixed', value: 1.005, currency: 'USD' },
      budget: { total: 10.001 },
      caps: { clicks: { hourly: 3 } },
      attribution: {
        model: 'best_click',
        position_based_weights: { first: 50, middle: 20, last: 40 },
      },
      targeting: { countries: ['Germany'] },
      starts_at: '2030-01-01',
      ends_at: '2029-01-01',
      colour: 'red',
    });
    expect(status).toBe(400);
    expect(body.error).toBe('invalid_request');
    const named = String(body.detail)
      .split('; ')
      .map((part) => part.slice(0, part.indexOf(':')));
    expect(named.sort()).toEqual([
      'attribution.model',
      'attribution.position_based_weights',
      'budget.total',
      'caps.clicks.hourly',
      'colour',
      'commission.value',
      'ends_at',
      'landing_page_url',
      'name',
      'targeting.countries.0',
      'type',
    ]);
  });

  it.each([
    [{ commission: { type: 'percentage', value: 100.5 } }, 'commission.value'],
    [{ commission: { type: 'percentage', value: 1.00001 } }, 'commission.value'],
    [{ commission: { type: 'fixed', value: 5.5, currency: 'JPY' } }, 'commission.value'],
    [{ commission: { type: 'fixed', value: 5, currency: 'XXX' } }, 'commission.currency'],
    [{ commission: { type: 'fixed', value: '5' } }, 'commission.value'],
    [{ landing_page_url: 'https://user:pw@shop.example.com/' }, 'landing_page_url'],
    [{ type: 'call' }, 'call'],
    [{ type: 'call', call: null }, 'call'],
    [{ type: 'click' }, 'commission.type'],
    [{ type: 'impression' }, 'commission.type'],
  ])('refuses %j', async (fault, field) => {
    const brand = running.caller('brand');
    const { status, body } = await brand.post('/api/brand/campaigns', plainCampaign(fault));
    expect(status).toBe(400);
    expect(body.detail).toContain(`${field}:`);
  });

  it('creates once for one Idempotency-Key', async () => {
    const brand = running.caller('brand');
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = await Promise.all([
      brand.post('/api/brand/campaigns', draft, headers),
      brand.post('/api/brand/campaigns', draft, headers),
    ]);
    expect(first.body.id).toBe(second.body.id);
    const { body } = await brand.get('/api/brand/campaigns');
    expect(body.pagination.total).toBe(1);
    const other = await brand.post('/api/brand/campaigns', { ...draft, name: 'Other' }, headers);
    expect(other.status).toBe(409);
  });

  it('refuses affiliates', async () => {
    const affiliate = running.caller('affiliate');
    expect((await affiliate.post('/api/brand/campaigns', draft)).status).toBe(403);
  });
});

describe('GET /api/brand/campaigns', () => {
  it('lists a brand’s own campaigns by pages, newest first, by status', async () => {
    const brand = running.caller('brand');
    for (const name of ['one', 'two', 'three']) {
      await brand.post('/api/brand/campaigns', { ...draft, name });
    }
    await brand.post('/api/brand/campaigns', plainCampaign({ name: 'four' }));
    const { body } = await brand.get('/api/brand/campaigns?per_page=2&page=1&status=draft');
    expect(body.campaigns).toMatchObject([{ name: 'three' }, { name: 'two' }]);
    expect(body.pagination).toEqual({ page: 1, per_page: 2, total: 3, pages: 2 });
    expect((await brand.get('/api/brand/campaigns?per_page=101')).status).toBe(400);
    expect((await brand.get('/api/brand/campaigns?status[$ne]=draft')).status).toBe(400);
  });

  it('leaves archived campaigns out, unless the filter is that status', async () => {
    const brand = running.caller('brand');
    const { body: old } = await brand.post('/api/brand/campaigns', { ...draft, name: 'old' });
    const { body: kept } = await brand.post('/api/brand/campaigns', { ...draft, name: 'kept' });
    await brand.put(`/api/brand/campaigns/${String(old.id)}`, { status: 'archived' });
    const { body: listed } = await brand.get('/api/brand/campaigns');
    expect(listed.campaigns).toMatchObject([{ id: kept.id }]);
    expect(listed.pagination.total).toBe(1);
    const { body: archived } = await brand.get('/api/brand/campaigns?status=archived');
    expect(archived.campaigns).toMatchObject([{ id: old.id }]);
    const { status } = await brand.get(`/api/brand/campaigns/${String(old.id)}`);
    expect(status).toBe(200);
  });
});
