import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, openAccount, signInAdmin, upgrade } from './accounts.ts';
import { type Api, forEachParallel } from './api.ts';
import { type DemoOptions } from './options.ts';
import { chooseAffiliates, type Order } from './orders.ts';
import { type Progress } from './progress.ts';
import { type StateFile } from './state.ts';

export const AFFILIATES = 12;
/** The campaign's rate in thousandths; 7.5 % makes rounding matter. */
export const RATE_THOUSANDTHS = 75;
const CAMPAIGN_NAME = 'CDNOW demo';
/** Conversions in one call, and calls at once: smaller calls are answered long before their time limit. */
const APPROVALS = { perCall: 100, parallel: 8 };
const APPROVED_WITHIN_MS = 60_000;

interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

export interface Member {
  readonly account: Account;
  readonly trackingCode: string;
}

export interface Setup {
  readonly admin: string;
  readonly brand: Account;
  readonly campaign: Campaign;
  readonly members: readonly Member[];
}

/** Creates the accounts, the campaign and the links, or finds those of an earlier run. */
export async function setUp(api: Api, options: DemoOptions, file: StateFile): Promise<Setup> {
  const { seed } = options;
  const admin = await signInAdmin(api, options.adminEmail, options.adminPassword);
  const email = `shop-${String(seed)}@demo.example`;
  const brand = await openAccount(api, { email, name: 'CD shop', role: 'brand' });
  if (brand.isNew) file.reset();
  await upgrade(api, admin, brand);
  const campaign = await openCampaign(api, brand);
  if (brand.isNew) await setSingleTier(api, brand, campaign);
  const members: Member[] = [];
  for (let number = 1; number <= AFFILIATES; number += 1) {
    members.push(await joinCampaign(api, campaign, { seed, number }));
  }
  await createTrackingSecret(api, brand, file);
  return { admin, brand, campaign, members };
}

async function openCampaign(api: Api, brand: Account): Promise<Campaign> {
  const { token } = brand;
  const { campaigns } = await api.get<{ campaigns: Campaign[] }>('/api/brand/campaigns', { token });
  const existing = campaigns.find(({ name }) => name === CAMPAIGN_NAME);
  const body = {
    name: CAMPAIGN_NAME,
    description: 'Real orders of an online CD shop',
    type: 'sale',
    landing_page_url: 'https://cds.example.com/',
    commission: { type: 'percentage', value: RATE_THOUSANDTHS / 10, currency: 'USD', hold_days: 0 },
    approval: { mode: 'auto' },
  };
  const headers = { 'idempotency-key': `demo-campaign-${brand.id}` };
  const draft =
    existing ??
    (await api.get<Campaign>('/api/brand/campaigns', { method: 'POST', token, body, headers }));
  if (draft.status === 'active') return draft;
  const path = `/api/brand/campaigns/${draft.id}`;
  return api.get<Campaign>(path, { method: 'PUT', token, body: { status: 'active' } });
}

const CAMPAIGN_KNOWN_WITHIN_MS = 60_000;

/**
 * Gives the campaign a single tier. The bonuses of the platform's tiers depend on the time of each order;
 * with one tier the commissions can be calculated from the file.
 */
async function setSingleTier(api: Api, { token }: Account, { id }: Campaign): Promise<void> {
  const until = performance.now() + CAMPAIGN_KNOWN_WITHIN_MS;
  const tier = { name: 'Bronze', bonus_percent: 0, min_conversions: 0, min_revenue: 0 };
  const path = `/api/commission-tiers/campaigns/${id}`;
  for (;;) {
    const { status } = await api.call(path, { method: 'PUT', token, body: { tiers: [tier] } });
    if (status === 200) return;
    // The commission service receives the campaign by an event.
    if (status !== 404 || performance.now() > until) {
      throw new Error(`PUT ${path} answered ${String(status)}`);
    }
    await pause(200);
  }
}

interface Link {
  readonly tracking_code: string;
  readonly campaign_id: string;
}

async function joinCampaign(
  api: Api,
  campaign: Campaign,
  member: { seed: number; number: number },
): Promise<Member> {
  const label = String(member.number).padStart(2, '0');
  const email = `affiliate-${String(member.seed)}-${label}@demo.example`;
  const account = await openAccount(api, { email, name: `Affiliate ${label}`, role: 'affiliate' });
  const { token } = account;
  const { links } = await api.get<{ links: Link[] }>('/api/affiliate/links', { token });
  const existing = links.find(({ campaign_id }) => campaign_id === campaign.id);
  if (existing !== undefined) return { account, trackingCode: existing.tracking_code };
  const post = { method: 'POST', token } as const;
  await api.call(`/api/affiliate/campaigns/${campaign.id}/apply`, { ...post, body: {} });
  const body = { campaign_id: campaign.id, sub_ids: { sub1: 'demo' } };
  const headers = { 'idempotency-key': `demo-link-${account.id}` };
  const link = await api.get<Link>('/api/affiliate/links', { ...post, body, headers });
  return { account, trackingCode: link.tracking_code };
}

/** Creates a tracking secret, with which rate limits count orders by brand instead of address. */
async function createTrackingSecret(api: Api, brand: Account, file: StateFile): Promise<void> {
  if (file.state.trackingSecret !== null) return;
  const path = '/api/brand/tracking-secrets';
  const { token } = brand;
  const { tracking_secrets: secrets } = await api.get<{ tracking_secrets: { id: string }[] }>(
    path,
    {
      token,
    },
  );
  // A brand has two secrets at most; a shop that lost its own replaces the oldest.
  const oldest = secrets.length < 2 ? undefined : secrets.at(-1);
  if (oldest !== undefined) await api.get(`${path}/${oldest.id}`, { method: 'DELETE', token });
  const made = await api.get<{ secret: string }>(path, { method: 'POST', token, body: {} });
  file.state.trackingSecret = made.secret;
  file.save();
}

/** Each customer follows the link of the referring affiliate once. */
export async function followLinks(
  api: Api,
  setup: Setup,
  run: { orders: readonly Order[]; options: DemoOptions; file: StateFile; progress: Progress },
): Promise<number> {
  const { orders, options, file, progress } = run;
  const chosen = chooseAffiliates(orders, options.seed, AFFILIATES);
  const waiting = [...chosen].filter(([customer]) => file.state.clicks[customer] === undefined);
  progress.begin('clicks', waiting.length);
  await forEachParallel(waiting, options.parallel, async ([customer, affiliate]) => {
    const code = setup.members[affiliate]?.trackingCode ?? '';
    const headers = { 'user-agent': browserOf(customer), accept: 'text/html' };
    const { status, headers: responseHeaders } = await api.call(`/r/${code}`, {
      headers,
      caller: 200 + Number(customer),
    });
    const location = String(responseHeaders['location'] ?? '');
    const click = status === 302 ? new URL(location).searchParams.get('click_id') : null;
    if (click === null) throw new Error(`/r/${code} answered ${String(status)} ${location}`);
    file.state.clicks[customer] = click;
    if (progress.step() % 500 === 0) file.save();
  });
  file.save();
  return waiting.length;
}

const browserOf = (customer: string): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${String(120 + (Number(customer) % 25))}.0 Safari/537.36`;

export interface Posted {
  readonly created: number;
  readonly repeated: number;
  readonly conversionIds: readonly string[];
}

/** Posts each order as a signed conversion; the API answers a known order with 409 and its conversion. */
export async function postOrders(
  api: Api,
  run: { orders: readonly Order[]; options: DemoOptions; file: StateFile; progress: Progress },
): Promise<Posted> {
  const { orders, options, file, progress } = run;
  const ids: string[] = [];
  const count = { created: 0, repeated: 0 };
  progress.begin('orders', orders.length);
  await forEachParallel(orders, options.parallel, async (order, index) => {
    const { status, body } = await postOrder(api, order, file);
    if (status !== 201 && status !== 409) {
      throw new Error(`Order ${order.orderId}: ${String(status)} ${JSON.stringify(body)}`);
    }
    count[status === 201 ? 'created' : 'repeated'] += 1;
    ids[index] = body.data.conversion_id;
    progress.step();
  });
  return { ...count, conversionIds: ids };
}

function postOrder(api: Api, order: Order, { state }: StateFile) {
  const click = state.clicks[order.customerId] ?? '';
  const signed = `${click}.${order.orderId}.${order.valueText}`;
  const signature = createHmac('sha256', state.trackingSecret ?? '')
    .update(signed)
    .digest('hex');
  // Not by JSON.stringify, which would change the signed text of the amount.
  const text = `{"click_id":"${click}","transaction_id":"${order.orderId}","order_id":"${order.orderId}",
    "order_value":${order.valueText},"currency":"USD","customer_id":"${order.customerId}",
    "products":[{"sku":"cd","name":"CD","quantity":${String(order.quantity)},"price":0}]}`;
  return api.call<{ data: { conversion_id: string } }>('/api/track/conversion', {
    method: 'POST',
    text,
    headers: { 'x-service-signature': signature },
  });
}

interface Reviewed {
  readonly data: {
    readonly results: readonly { readonly commission_created: boolean }[];
    readonly errors: readonly { readonly id: string; readonly error: string }[];
  };
}

/** The conversion has not been assessed yet, because its order is a moment old. */
const isTemporary = ({ error }: { readonly error: string }): boolean =>
  error === 'assessment_unavailable';

/** Approves all conversions, some calls at once. */
export async function approveConversions(
  api: Api,
  brand: Account,
  run: { conversionIds: readonly string[]; progress: Progress },
): Promise<{ commissions: number; failed: number }> {
  const { conversionIds, progress } = run;
  const total = { commissions: 0, failed: 0 };
  progress.begin('approvals', conversionIds.length);
  const calls = slicesOf(conversionIds, APPROVALS.perCall);
  await forEachParallel(calls, APPROVALS.parallel, async (ids) => {
    const { commissions, failed } = await approveUntilAssessed(api, brand, ids);
    total.commissions += commissions;
    total.failed += failed;
    progress.step(ids.length);
  });
  return total;
}

/** Repeats the approval of those that are not assessed yet, for up to a minute. */
async function approveUntilAssessed(api: Api, { token }: Account, ids: readonly string[]) {
  const until = performance.now() + APPROVED_WITHIN_MS;
  const path = '/api/brand/conversions/bulk-review';
  const total = { commissions: 0, failed: 0 };
  let waiting = ids;
  for (;;) {
    const body = { conversion_ids: waiting, decision: 'approved' };
    const { data } = await api.get<Reviewed>(path, { method: 'POST', token, body });
    total.commissions += data.results.filter((result) => result.commission_created).length;
    waiting = data.errors.filter(isTemporary).map(({ id }) => id);
    total.failed += data.errors.length - waiting.length;
    if (waiting.length === 0) return total;
    if (performance.now() > until) return { ...total, failed: total.failed + waiting.length };
    await pause(1_000);
  }
}

const slicesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
