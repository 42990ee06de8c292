import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { type Body, type Call, Client, follow, order, type Person, refund } from '../client.ts';
import { type TestSystem } from '../system.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls of one person. A refused one is reported and returns nothing, so that the tour goes on. */
type Caller = (method: Method, path: string, body?: unknown) => Promise<Body>;

export interface Tour {
  readonly system: TestSystem;
  readonly client: Client;
  readonly callerOf: (token?: string) => Caller;
  readonly brand: Person;
  readonly affiliate: Person;
  readonly admin: string;
  readonly asBrand: Caller;
  readonly asAffiliate: Caller;
  readonly asAdmin: Caller;
}

const PASSWORD = 'a-long-password';
/** The maximum wait for what events bring, on a machine that is busy. */
const PATIENCE_MS = 90_000;

/** Opens accounts on a plan with everything. */
export async function openTour(
  system: TestSystem,
  report: (failure: string) => void,
): Promise<Tour> {
  const client = new Client(system);
  const callerOf =
    (token?: string): Caller =>
    (method, path, body) => {
      const call: Call = { ...(token === undefined ? {} : { token }), ...(body ? { body } : {}) };
      return client.must(method, path, call).catch((error: unknown) => {
        report(error instanceof Error ? error.message : String(error));
        return {};
      });
    };
  const admin = await client.admin();
  const asAdmin = callerOf(admin);
  const onPro = async (role: 'brand' | 'affiliate', name: string): Promise<Person> => {
    const email = `${name.toLowerCase()}-${randomUUID().slice(0, 4)}@example.com`;
    const body = { email, password: PASSWORD, role, name, country: 'DE' };
    const { user } = await client.must('POST', '/api/auth/register', { body });
    await asAdmin('PUT', `/api/admin/users/${user.id}/plan`, { plan: 'pro' });
    const person = { id: user.id, email, token: '' };
    await client.signIn(person);
    return person;
  };
  const brand = await onPro('brand', 'Discs');
  const affiliate = await onPro('affiliate', 'Ann');
  const asBrand = callerOf(brand.token);
  const asAffiliate = callerOf(affiliate.token);
  return { system, client, callerOf, brand, affiliate, admin, asBrand, asAffiliate, asAdmin };
}

const ofOne = (id: unknown, path: string): string => path.replace(':id', String(id));

/** A campaign with all that belongs to it, and an affiliate in it. */
export async function visitCampaigns({ client, brand, affiliate, asBrand, asAffiliate }: Tour) {
  const { id } = await asBrand('POST', '/api/brand/campaigns', {
    name: 'Spring sale',
    description: '10 % of every order of records and discs',
    type: 'sale',
    status: 'active',
    landing_page_url: 'https://shop.example.com/',
    commission: { type: 'percentage', value: 10, currency: 'USD', hold_days: 0 },
    budget: { total: 50_000 },
    approval: { mode: 'manual' },
  });
  const campaign = `/api/brand/campaigns/${String(id)}`;
  const applied = await asAffiliate('POST', `/api/affiliate/campaigns/${String(id)}/apply`, {
    message: 'I write about music.',
  });
  const review = `/api/brand/applications/${String(applied.id)}/review`;
  await asBrand('PUT', review, { decision: 'approved' });
  const link = await asAffiliate('POST', '/api/affiliate/links', {
    campaign_id: id,
    destination_path: '/sale',
    utm: { source: 'newsletter', medium: 'email' },
    sub_ids: { sub1: 'may' },
  });
  await asBrand('POST', `${campaign}/invitations`, { email: 'bob@example.com' });
  await asBrand('POST', '/api/brand/coupons', {
    ...{ campaign_id: id, affiliate_id: affiliate.id, code: 'ANN10' },
  });
  await asBrand('POST', '/api/brand/coupons/bulk', {
    coupons: ['ANN15', 'ANN20'].map((code) => ({
      ...{ campaign_id: id, affiliate_id: affiliate.id, code },
    })),
  });
  const product = { sku: 'CD-1', name: 'Kind of Blue', price: 12.5, currency: 'USD' };
  await asBrand('POST', '/api/brand/products', product);
  const form = new FormData();
  form.set('name', 'Text for newsletters');
  form.set('kind', 'text');
  form.set('file', new Blob(['All records at half the price.']), 'text.txt');
  const headers = { authorization: `Bearer ${brand.token}` };
  await fetch(client.urlOf(`${campaign}/creatives`), { method: 'POST', headers, body: form });
  await asBrand('GET', `${campaign}/creatives`);
  await asBrand('GET', `${campaign}/invitations`);
  await asAffiliate('GET', `/api/affiliate/campaigns/${String(id)}/creatives`);
  return { campaignId: String(id), trackingCode: String(link.tracking_code), link };
}
type Campaign = Awaited<ReturnType<typeof visitCampaigns>>;

/** Orders in every state, with what becomes of them. */
export async function visitOrders(tour: Tour, { campaignId, trackingCode, link }: Campaign) {
  const { client, asBrand, asAffiliate, asAdmin } = tour;
  const orders: { orderId: string; id: string }[] = [];
  for (const [index, value] of ['120.00', '80.00', '49.90', '25.00'].entries()) {
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
  await tour.client.until(
    '/api/commissions/conversions',
    { token: tour.affiliate.token },
    ({ conversions }) => conversions.length > 3,
    PATIENCE_MS,
  );
  await asAffiliate('GET', `/api/commissions/conversions/${idOf(0)}`);
  const performance = `/api/brand/campaigns/${campaignId}/performance?interval=month`;
  const hasClicks = ({ metrics }: Body): boolean => metrics.clicks > 0;
  await client.until(performance, { token: tour.brand.token }, hasClicks, PATIENCE_MS);
  await asAffiliate('GET', `/api/affiliate/links/${String(link.id)}/performance?interval=month`);
  await asBrand('GET', `/api/brand/affiliates/${tour.affiliate.id}`);
  await asBrand('PUT', '/api/brand/conversions/fraud-settings', { review_threshold: 0.4 });
  const attribution = `${path}/campaigns/${campaignId}/attribution`;
  const may = { start_date: '2026-01-01', end_date: '2026-12-31' };
  await asBrand('PUT', attribution, { model: 'linear', lookback_days: 30 });
  await asBrand('POST', `${attribution}/preview`, { model: 'first_click', ...may });
  await asBrand('GET', `${attribution}/comparison?start_date=2026-01-01&end_date=2026-12-31`);
  const { data: change = {} } = await asBrand('POST', `${attribution}/changes`, {
    ...{ model: 'first_click', ...may },
  });
  const changePath = `${attribution}/changes/${String(change.id)}`;
  const isReady = ({ data }: Body): boolean => data.status === 'ready';
  const ready = await client
    .until(changePath, { token: tour.brand.token }, isReady)
    .catch(() => ({}));
  await asBrand('GET', `${changePath}/conversions`);
  await asBrand('POST', `${changePath}/apply`, { fingerprint: ready.data?.fingerprint });
  await client
    .until(
      changePath,
      { token: tour.brand.token },
      ({ data }) => data.status === 'applied',
      PATIENCE_MS,
    )
    .catch(() => undefined);
  await asBrand('POST', `${changePath}/undo`, {});
  await asAdmin('PUT', '/api/admin/exchange-rates', { rates: { EUR: '1.0825' } });
  const tier = { name: 'Bronze', bonus_percent: 0, min_conversions: 0, min_revenue: 0 };
  const silver = { name: 'Silver', bonus_percent: 5, min_conversions: 25, min_revenue: 2_500 };
  const tiers = { tiers: [tier, silver] };
  await asBrand('PUT', `/api/commission-tiers/campaigns/${campaignId}`, tiers);
  await asAdmin('PUT', '/api/admin/commission-tiers', tiers);
  const [commission] = await asAffiliate('GET', '/api/affiliate/commissions');
  await asAffiliate('GET', ofOne(commission?.id, '/api/commissions/:id/trace'));
  await asBrand('DELETE', '/api/customer-data', { customer_email: 'customer@example.com' });
}

/** A payout of each kind. */
export async function visitPayouts({ asAffiliate, asAdmin }: Tour) {
  const add = (body: object) => asAffiliate('POST', '/api/payouts/accounts', body);
  const card = { provider: 'cardproc_connect', cardproc_account_id: 'acct_ok' };
  const { account = {} } = await add(card);
  const wallet = await add({ provider: 'walletco_payouts', walletco_email: 'ann@example.com' });
  const walletPath = `/api/payouts/accounts/${String(wallet.account?.id)}`;
  await asAffiliate('POST', `${walletPath}/verify`, {});
  await asAffiliate('DELETE', walletPath);
  await asAdmin('PUT', ofOne(account.id, '/api/admin/payouts/accounts/:id/verification'), {
    is_verified: true,
  });
  await asAffiliate('PUT', ofOne(account.id, '/api/payouts/accounts/:id'), {
    payout_frequency: 'monthly',
    is_default: true,
  });
  await asAffiliate('GET', ofOne(account.id, '/api/payouts/accounts/:id/changes'));
  await asAffiliate('PUT', '/api/payouts/billing-profile', {
    legal_name: 'Ann Example',
    address_lines: ['Hauptstraße 1', '10115 Berlin'],
    tax_id: 'DE123456789',
  });
  await asAffiliate('GET', '/api/payouts/balance/current');
}

/** Endpoints, postbacks, schedules and settings of messages. */
export async function visitMessages({
  system,
  asBrand,
  asAffiliate,
  asAdmin,
  brand,
  client,
}: Tour) {
  const url = `${system.sandboxUrl}/receiver/${randomUUID()}`;
  const endpoints = '/api/webhooks/endpoints';
  // It answers 404, so that a delivery fails and can be retried.
  const gone = `${system.sandboxUrl}/nowhere`;
  for (const address of [url, gone]) {
    const events = ['campaign.updated'];
    const made = await asBrand('POST', endpoints, { url: address, events });
    const endpoint = `${endpoints}/${String(made.data?.id)}`;
    await asBrand('POST', `${endpoint}/test`, { event_type: 'campaign.updated', payload: {} });
    const isDelivered = ({ data }: Body): boolean => data.events.length > 0;
    const call = { token: brand.token };
    const { data } = await client.until(`${endpoint}/events`, call, isDelivered, PATIENCE_MS);
    const delivery = `${endpoint}/events/${String(data.events[0].id)}`;
    await asBrand('GET', delivery);
    if (address === gone) await asBrand('POST', `${delivery}/retry`, {});
  }
  await asBrand('GET', '/api/webhooks/analytics');
  await asAffiliate('POST', '/api/webhooks/postbacks/dry-run', {
    url: 'https://network.example.com/postback?click={click_id}&payout={commission}',
  });
  const postback = { url: `${system.sandboxUrl}/receiver/${randomUUID()}?click={click_id}` };
  await asAffiliate('POST', '/api/webhooks/postbacks', postback);
  await asAdmin('POST', '/api/admin/announcements', {
    kind: 'maintenance',
    title: 'Maintenance on Sunday',
    message: 'The system is not available from 02:00 to 02:15 UTC.',
  });
  const schedule = { format: 'csv', frequency: 'weekly', timezone: 'Europe/Berlin', hour: 8 };
  const reports = '/api/affiliate-reports/schedules';
  await asAffiliate('POST', reports, { ...schedule, kind: 'campaign' });
  await asBrand('POST', '/api/brand/reports/schedules', { ...schedule, kind: 'affiliates' });
  for (const kind of ['conversions', 'commissions', 'payouts_due', 'affiliates']) {
    await asBrand('GET', `/api/brand/reports?kind=${kind}&per_page=2`);
  }
  await asAffiliate('GET', '/api/affiliate-reports?kind=campaign');
  const ofBrand = await asBrand('GET', '/api/brand/reports/export?kind=affiliates&format=csv');
  await asBrand('GET', ofOne(ofBrand.report_id, '/api/brand/reports/exports/:id'));
  const own = await asAffiliate('GET', '/api/affiliate-reports/export?kind=campaign&format=csv');
  await asAffiliate('GET', ofOne(own.report_id, '/api/affiliate-reports/exports/:id'));
  await asAffiliate('PUT', '/api/notifications/preferences', { email_frequency: 'daily' });
  await asAffiliate('POST', '/api/notifications/test?channel=in_app', {});
  await asAffiliate('POST', '/api/notifications/read-all', {});
  const ecdh = createECDH('prime256v1');
  await asAffiliate('POST', '/api/notifications/push-subscriptions', {
    endpoint: 'https://fcm.googleapis.com/fcm/send/sample',
    keys: {
      p256dh: ecdh.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  });
}
