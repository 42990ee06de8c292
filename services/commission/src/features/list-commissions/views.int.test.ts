import { randomUUIDv7 } from 'node:crypto';
import {
  campaignActivated,
  conversionApproved,
  conversionRejected,
  conversionTracked,
} from '@tributary/contracts';
import {
  aCampaign,
  aConversion,
  anApprovedConversion,
  type EventProbe,
  eventually,
  gatewayFetch,
  openEventProbe,
} from '@tributary/testing';
import { openWorld, type World } from '../../testing/open-world.ts';

const affiliateId = randomUUIDv7();
const me = { id: affiliateId, role: 'affiliate' } as const;
const campaign = aCampaign({ name: 'Spring', brandName: 'Acme' });
const { campaignId, brandId } = campaign;
const now = new Date();
const convertedAt = now.toISOString();
const mine = { affiliateId, campaignId, brandId, convertedAt };
const held = { type: 'percentage', value: '5', currency: 'USD', holdDays: 30 } as const;

const paid = anApprovedConversion({ ...mine, valueMinor: 12_000 });
const open = anApprovedConversion({ ...mine, valueMinor: 8_000 });
const pending = anApprovedConversion({
  ...mine,
  valueMinor: 5_000,
  terms: held,
  reviewedAt: convertedAt,
});
const waiting = aConversion({
  ...mine,
  valueMinor: 3_333,
  products: [{ sku: 's', name: 'Shoe', quantity: 2, priceMinor: 1_000, category: 'Shoes' }],
});
const rejected = anApprovedConversion({ ...mine, status: 'rejected', notes: 'Duplicate' });

let world: World;
let probe: EventProbe;
beforeAll(async () => {
  world = await openWorld();
  probe = await openEventProbe(world.env, []);
  await probe.publish(
    campaignActivated(campaign),
    conversionTracked(waiting),
    ...[paid, open, pending].map((approval) => conversionApproved(approval)),
    conversionRejected(rejected),
  );
  await eventually(async () => (await world.collections.conversionViews.countDocuments()) === 5);
  await eventually(() => world.collections.campaigns.findOne({ _id: campaignId }).then(Boolean));
  await world.create(paid);
  await world.create(open);
  await world.create(pending);
  const payoutId = randomUUIDv7();
  const found = await world.collections.commissions.findOne({ conversionId: paid.conversionId });
  await world.reserve(affiliateId, 1_200, { payoutId, commissionIds: [found?._id ?? ''] });
  await world.settle(payoutId);
});
// Closes each separately, so that one that failed to open leaves no other running.
afterAll(() => probe.close());
afterAll(() => world.close());

const orders = (body: unknown): string[] =>
  (body as readonly { order_id: string }[]).map((item) => item.order_id);

describe('GET /api/affiliate/commissions', () => {
  const list = (query = '') => world.get(`/api/affiliate/commissions${query}`, me);

  it('lists the caller’s own, newest first, in the documented shape', async () => {
    const { status, body } = await list('?status=paid');
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.any(String) as string,
        campaign_id: campaignId,
        campaign_name: 'Spring',
        brand_name: 'Acme',
        amount: 12,
        currency: 'USD',
        status: 'paid',
        commission_rate: 10,
        sale_amount: 120,
        order_id: paid.orderId,
        created_at: expect.any(String) as string,
        approved_at: expect.any(String) as string,
        paid_at: '2026-05-02T09:00:00.000Z',
        payout_id: expect.any(String) as string,
        attribution_change_id: null,
      },
    ]);
    const all = await list();
    expect(new Set(orders(all.body))).toEqual(new Set([paid, open, pending].map((c) => c.orderId)));
    const times = (all.body as readonly { created_at: string }[]).map((item) => item.created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('shows no other affiliate’s', async () => {
    const other = await world.get('/api/affiliate/commissions', { role: 'affiliate' });
    expect(other.body).toEqual([]);
  });

  it('filters by status, campaign and day, and pages by skip', async () => {
    const today = now.toISOString().slice(0, 10);
    expect(orders((await list('?status=pending')).body)).toEqual([pending.orderId]);
    expect((await list(`?campaign_id=${randomUUIDv7()}`)).body).toEqual([]);
    expect((await list(`?campaign_id=${campaignId}&limit=2`)).body).toHaveLength(2);
    expect((await list('?skip=2&limit=100')).body).toHaveLength(1);
    expect((await list('?end_date=2020-01-01')).body).toEqual([]);
    expect((await list(`?start_date=${today}`)).body).toHaveLength(3);
    expect((await list(`?start_date=2020-01-01&end_date=2999-01-01`)).body).toHaveLength(3);
  });

  it.each([
    '?status=late',
    '?status[$ne]=paid',
    '?campaign_id=1',
    '?limit=101',
    '?limit=0',
    '?limit=1e1',
    '?skip=-1',
    '?start_date=yesterday',
    '?start_date=2026-02-30',
    '?start_date=2026-05-02&end_date=2026-05-01',
    '?page=1',
  ])('refuses %s with the documented shape', async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'invalid_request', detail: expect.any(String) as string });
  });

  it('is for affiliates only', async () => {
    expect((await world.get('/api/affiliate/commissions', { role: 'brand' })).status).toBe(403);
    expect((await world.get('/api/affiliate/commissions', { role: 'admin' })).status).toBe(403);
    const anonymous = await gatewayFetch(
      'commission',
      `${world.service.url}/api/affiliate/commissions`,
    );
    expect(anonymous.status).toBe(401);
  });
});

describe('the figures', () => {
  it('of earnings agree with the balance', async () => {
    const { body } = await world.get('/api/affiliate/earnings/simple', me);
    expect(body).toEqual({
      total_earnings: 22.5,
      paid_earnings: 12,
      pending_earnings: 2.5,
      available_for_payout: 8,
      this_month: 22.5,
      last_month: 0,
      lifetime_average_monthly: 22.5,
      currency: 'USD',
    });
    const euros = await world.get('/api/affiliate/earnings/simple?currency=EUR', me);
    expect(euros.body).toMatchObject({ total_earnings: 0, currency: 'EUR' });
    const unknown = await world.get('/api/affiliate/earnings/simple?currency=eur', me);
    expect(unknown.status).toBe(400);
  });

  it('of the summary count all conversions except rejected ones', async () => {
    const { body } = await world.get('/api/commissions/summary', me);
    expect(body).toMatchObject({
      total_earnings: 22.5,
      pending_commission: 2.5,
      available_balance: 8,
      total_paid: 12,
      total_conversions: 4,
      pending_conversions: 1,
      total_revenue_generated: 283.33,
      period: { start_date: null, end_date: null },
    });
    const past = await world.get('/api/commissions/summary?end_date=2020-01-01', me);
    expect(past.body).toMatchObject({
      total_earnings: 0,
      available_balance: 8,
      total_conversions: 0,
      period: { start_date: null, end_date: '2020-01-01' },
    });
  });

  it('of the breakdown add up to those of the summary', async () => {
    for (const period of ['day', 'week', 'month', 'year']) {
      const { body } = await world.get(`/api/commissions/breakdown?period=${period}`, me);
      expect(body).toMatchObject({
        period_type: period,
        campaign_id: null,
        breakdown: [{ conversions: 4, revenue: 283.33, commission: 22.5 }],
      });
    }
    expect((await world.get('/api/commissions/breakdown?period=hour', me)).status).toBe(400);
  });

  it('of pending earnings include what each conversion would earn', async () => {
    const { body } = await world.get('/api/commissions/pending', me);
    expect(body).toEqual({
      pending_conversions: [
        {
          id: waiting.conversionId,
          order_id: waiting.orderId,
          commission_amount: 3.33,
          currency: 'USD',
          conversion_date: convertedAt,
          campaign_id: campaignId,
        },
      ],
      total_pending: 3.33,
      unpaid_approved_commissions: [
        { campaign_id: campaignId, conversion_count: 1, commission_amount: 8, currency: 'USD' },
      ],
      total_unpaid_approved: 8,
      next_payout_date: null,
      currency: 'USD',
    });
  });
});

describe('GET /api/commissions/conversions', () => {
  it('lists pages of the caller’s conversions with what they earn', async () => {
    const { body } = await world.get('/api/commissions/conversions?page_size=2&page=3', me);
    expect(body).toMatchObject({ total: 5, page: 3, page_size: 2, total_pages: 3 });
    const { body: one } = await world.get('/api/commissions/conversions?status=pending', me);
    expect(one).toMatchObject({
      total: 1,
      conversions: [
        {
          id: waiting.conversionId,
          order_value: 33.33,
          currency: 'USD',
          commission_amount: 3.33,
          commission_currency: 'USD',
          commission_rate: 10,
          commission_type: 'percentage',
          status: 'pending',
          product_name: 'Shoe',
        },
      ],
    });
    const tooLarge = await world.get('/api/commissions/conversions?page_size=101', me);
    expect(tooLarge.status).toBe(400);
  });

  it('shows one in detail, and another affiliate’s as one that does not exist', async () => {
    const path = `/api/commissions/conversions/${rejected.conversionId}`;
    const reported = { coupon: 'MAY', basket: { items: 2 } };
    world.metadata.set(rejected.conversionId, reported);
    const { body } = await world.get(path, me);
    expect(body).toMatchObject({
      metadata: reported,
      refunded_amount: 0,
      status: 'rejected',
      rejection_reason: 'Duplicate',
      commission_amount: 0,
    });
    const foreign = await world.get(path, { role: 'affiliate' });
    const absent = await world.get(`/api/commissions/conversions/${randomUUIDv7()}`, me);
    const malformed = await world.get('/api/commissions/conversions/1', me);
    expect([foreign.status, absent.status, malformed.status]).toEqual([404, 404, 404]);
    expect([foreign.body, malformed.body]).toEqual([absent.body, absent.body]);
  });
});
