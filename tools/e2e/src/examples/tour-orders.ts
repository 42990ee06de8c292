import { eventually } from '@tributary/testing';
import { type Body, follow, order, refund } from '../client.ts';
import { type Campaign, ofOne, PATIENCE_MS, type Tour } from './tour.ts';

interface Order {
  readonly orderId: string;
  readonly id: string;
}

/** Orders of one affiliate's link, with products. */
async function reportOrders(
  { client }: Tour,
  trackingCode: string,
  values: readonly string[],
): Promise<readonly Order[]> {
  const orders: Order[] = [];
  for (const [index, value] of values.entries()) {
    const click = await follow(client, trackingCode);
    const orderId = `order-${String(1_001 + index)}`;
    const { text = '', headers } = order(click, orderId, value);
    const products = [{ sku: 'CD-1', name: 'Kind of Blue', quantity: 2, price: 12.5 }];
    const full = JSON.stringify({ ...JSON.parse(text), products }).replace(
      `"order_value":${String(Number(value))}`,
      `"order_value":${value}`,
    );
    const { data } = await client.must('POST', '/api/track/conversion', {
      text: full,
      ...(headers === undefined ? {} : { headers }),
    });
    orders.push({ orderId, id: data.conversion_id });
  }
  return orders;
}

/** A claim to a missing order, from both sides. */
async function visitClaims(
  { asBrand, asAffiliate }: Tour,
  { campaignId, trackingCode }: Campaign,
): Promise<void> {
  const { data } = await asAffiliate('POST', '/api/affiliate/claims', {
    campaign_id: campaignId,
    order_id: 'order-0999',
    ordered_at: new Date().toISOString(),
    order_value: '64.00',
    tracking_code: trackingCode,
    note: 'The customer sent me the confirmation.',
  });
  const settings = '/api/brand/claims/settings';
  await asBrand('PUT', settings, { decision_days: 14 });
  await asBrand('GET', settings);
  const ofAffiliate = '/api/affiliate/claims';
  await asAffiliate('GET', ofAffiliate);
  await asAffiliate('GET', ofOne(data.id, `${ofAffiliate}/:id`));
  await asBrand('GET', '/api/brand/claims?status=open');
  await asBrand('GET', ofOne(data.id, '/api/brand/claims/:id'));
  await asBrand('PUT', ofOne(data.id, '/api/brand/claims/:id/decision'), { decision: 'accepted' });
}

/** Orders in every state. */
export async function visitOrders(tour: Tour, campaign: Campaign): Promise<void> {
  const { trackingCode } = campaign;
  const { client, asBrand, asAffiliate } = tour;
  const orders = await reportOrders(tour, trackingCode, ['120.00', '80.00', '49.90', '25.00']);
  const idOf = (index: number): string => orders[index]?.id ?? '';
  const path = '/api/brand/conversions';
  const isAssessed = ({ data }: Body): boolean => typeof data.fraud_score === 'number';
  const assessed = `${path}/${idOf(0)}`;
  await client.until(assessed, { token: tour.brand.token }, isAssessed, PATIENCE_MS);
  await asBrand('GET', `${path}?per_page=2`);
  await eventually(async () => {
    const body = { decision: 'approved', notes: 'Paid by card' };
    const { status } = await client.call('PUT', `${path}/${idOf(0)}/review`, {
      token: tour.brand.token,
      body,
    });
    return status === 200;
  });
  await asBrand('POST', `${path}/bulk-review`, {
    conversion_ids: [idOf(1)],
    decision: 'approved',
  });
  await asBrand('PUT', `${path}/${idOf(2)}/review`, { decision: 'rejected', notes: 'Returned' });
  await asAffiliate('POST', `/api/affiliate/conversions/${idOf(2)}/dispute`, {
    reason: 'The customer kept the records.',
  });
  for (const part of ['', '/explanation']) await asBrand('GET', `${path}/${idOf(0)}${part}`);
  await asAffiliate('GET', `/api/affiliate/conversions/${idOf(0)}`);
  await client.must(
    'POST',
    '/api/track/adjustment',
    refund('order-1002', 'partial_refund', '20.00'),
  );
  await visitClaims(tour, campaign);
  await client.until(
    '/api/commissions/conversions',
    { token: tour.affiliate.token },
    ({ conversions }) => conversions.length > 3,
    PATIENCE_MS,
  );
  await asAffiliate('GET', `/api/commissions/conversions/${idOf(0)}`);
  const [commission] = await asAffiliate('GET', '/api/affiliate/commissions');
  await asAffiliate('GET', ofOne(commission?.id, '/api/commissions/:id/trace'));
}

/** What the orders add up to. */
export async function visitFigures(tour: Tour, { campaignId, link }: Campaign): Promise<void> {
  const { client, asBrand, asAffiliate } = tour;
  const performance = `/api/brand/campaigns/${campaignId}/performance?interval=month`;
  const hasClicks = ({ metrics }: Body): boolean => metrics.clicks > 0;
  await client.until(performance, { token: tour.brand.token }, hasClicks, PATIENCE_MS);
  await asAffiliate('GET', `/api/affiliate/links/${String(link.id)}/performance?interval=month`);
  await asBrand('GET', `/api/brand/affiliates/${tour.affiliate.id}`);
}

/** A switch of the attribution model over a past period, which is applied and undone. */
export async function visitAttribution(tour: Tour, { campaignId }: Campaign): Promise<void> {
  const { client, asBrand } = tour;
  const call = { token: tour.brand.token };
  const attribution = `/api/brand/conversions/campaigns/${campaignId}/attribution`;
  const today = new Date().toISOString().slice(0, 10);
  const period = { start_date: `${today.slice(0, 8)}01`, end_date: new Date().toISOString() };
  const query = new URLSearchParams(period).toString();
  await asBrand('PUT', attribution, { model: 'linear', lookback_window_days: 30 });
  await asBrand('POST', `${attribution}/preview`, { model: 'first_click', ...period });
  await asBrand('GET', `${attribution}/comparison?${query}`);
  await asBrand('GET', `${attribution}/incrementality`);
  const request = { model: 'first_click', ...period };
  const { data: change = {} } = await asBrand('POST', `${attribution}/changes`, request);
  const path = `${attribution}/changes/${String(change.id)}`;
  const until = (status: string): Promise<Body> =>
    client.until(path, call, ({ data }) => data.status === status, PATIENCE_MS);
  const ready = await until('ready');
  await asBrand('GET', `${path}/conversions`);
  await asBrand('POST', `${path}/apply`, { fingerprint: ready.data.fingerprint });
  await until('applied');
  await asBrand('POST', `${path}/undo`, {});
}

/** The settings by which orders are judged and paid. */
export async function visitTerms(tour: Tour, { campaignId }: Campaign): Promise<void> {
  const { asBrand, asAdmin } = tour;
  await asBrand('PUT', '/api/brand/conversions/fraud-settings', {
    review_threshold: 0.4,
    factors: { bot_ua: { weight: 0.9 } },
  });
  await asAdmin('PUT', '/api/admin/exchange-rates', { rates: { EUR: '1.0825' } });
  const bronze = { name: 'Bronze', bonus_percent: 0, min_conversions: 0, min_revenue: 0 };
  const silver = { name: 'Silver', bonus_percent: 5, min_conversions: 25, min_revenue: 2_500 };
  const tiers = [bronze, silver];
  await asBrand('PUT', `/api/commission-tiers/campaigns/${campaignId}`, { tiers });
  await asAdmin('PUT', '/api/admin/commission-tiers', { base_commission_rate: 10, tiers });
  await asBrand('DELETE', '/api/customer-data', { customer_email: 'customer@example.com' });
}
