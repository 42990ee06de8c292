import { randomInt, randomUUID } from 'node:crypto';
import { type Body, Client, follow, type Person, post } from '../client.ts';
import { openShop } from '../events/integrations.ts';
import { type TestSystem } from '../system.ts';

/** The people of the tests, and what they share. */
export interface World {
  readonly client: Client;
  readonly brand: Person;
  readonly affiliate: Person;
  readonly admin: string;
  readonly shopUrl: string;
  readonly sandboxUrl: string;
  close(): void;
}

/** Ids by the names of the parameters that take them. */
export type Ids = Readonly<Record<string, string>>;

const onPro = async (client: Client, person: Person, admin: string): Promise<Person> => {
  const body = { plan: 'pro' };
  await client.must('PUT', `/api/admin/users/${person.id}/plan`, { token: admin, body });
  await client.signIn(person);
  return person;
};

export async function openWorld(system: TestSystem): Promise<World> {
  const client = new Client(system);
  const admin = await client.admin();
  const shop = await openShop();
  return {
    client,
    brand: await onPro(client, await client.register('brand', 'Brand'), admin),
    affiliate: await onPro(client, await client.register('affiliate', 'Affiliate'), admin),
    admin,
    shopUrl: shop.url,
    sandboxUrl: system.sandboxUrl,
    close: () => {
      shop.close();
    },
  };
}

const asBrand =
  ({ client, brand: { token } }: World) =>
  (method: 'POST' | 'PUT', path: string, body: object): Promise<Body> =>
    client.must(method, path, { token, body });

const asAffiliate =
  ({ client, affiliate: { token } }: World) =>
  (method: 'POST' | 'PUT', path: string, body: object): Promise<Body> =>
    client.must(method, path, { token, body });

const percentage = { type: 'percentage', value: 10, currency: 'USD', hold_days: 0 };
const fixed = { type: 'fixed', value: 5, currency: 'USD', hold_days: 0 };

/** An active campaign of the brand. */
async function aCampaign(world: World, given: object = {}): Promise<Ids> {
  const campaign = await asBrand(world)('POST', '/api/brand/campaigns', {
    name: 'Campaign',
    type: 'sale',
    landing_page_url: 'https://shop.example.com/',
    commission: percentage,
    approval: { mode: 'manual' },
    pixel_enabled: true,
    ...given,
  });
  await asBrand(world)('PUT', `/api/brand/campaigns/${campaign.id}`, { status: 'active' });
  return { campaign_id: campaign.id, brand_id: world.brand.id };
}

/** An application of the affiliate to a new campaign. */
async function anApplication(world: World, given: object = {}): Promise<Ids> {
  const ids = await aCampaign(world, given);
  const path = `/api/affiliate/campaigns/${ids['campaign_id'] ?? ''}/apply`;
  const { id } = await asAffiliate(world)('POST', path, {});
  return { ...ids, application_id: id, affiliate_id: world.affiliate.id };
}

async function aMembership(world: World, given: object = {}): Promise<Ids> {
  const ids = await anApplication(world, given);
  const path = `/api/brand/applications/${ids['application_id'] ?? ''}/review`;
  await asBrand(world)('PUT', path, { decision: 'approved' });
  return ids;
}

async function aLink(world: World, given: object = {}): Promise<Ids> {
  const ids = await aMembership(world, given);
  const body = { campaign_id: ids['campaign_id'] };
  const link = await asAffiliate(world)('POST', '/api/affiliate/links', body);
  return { ...ids, link_id: link.id, tracking_code: link.tracking_code };
}

async function aCoupon(world: World): Promise<Ids> {
  const { campaign_id, affiliate_id, ...rest } = await aMembership(world);
  const body = { campaign_id, affiliate_id, code: randomUUID() };
  const { id } = await asBrand(world)('POST', '/api/brand/coupons', body);
  return { ...rest, ...body, coupon_id: id } as Ids;
}

const aCallCampaign = {
  type: 'call',
  commission: fixed,
  call: { payout_type: 'per_call', payout_amount: 5, min_duration_seconds: 10 },
};

const aNumber = (): string => `+1555${String(randomInt(1_000_000, 9_999_999))}`;

async function aNumberOfLink(world: World): Promise<Ids> {
  const ids = await aLink(world, aCallCampaign);
  const path = `/api/brand/campaigns/${ids['campaign_id'] ?? ''}/numbers`;
  const { numbers } = await asBrand(world)('POST', path, { numbers: [aNumber()] });
  const [{ number }] = numbers;
  return { ...ids, number, tracking_number: number };
}

async function aClick(world: World, given: object = {}): Promise<Ids> {
  const ids = await aLink(world, given);
  return { ...ids, click_id: await follow(world.client, ids['tracking_code'] ?? '') };
}

async function anOrder(world: World): Promise<Ids> {
  const ids = await aClick(world);
  const orderId = randomUUID();
  const conversionId = await post(world.client, ids['click_id'] ?? '', orderId, '800.00');
  return {
    ...ids,
    original_order_id: orderId,
    conversion_id: conversionId,
    conversion_ids: conversionId,
  };
}

/** A claim of the affiliate to an order that nobody has reported. */
async function aClaim(world: World): Promise<Ids> {
  const { campaign_id, tracking_code, ...rest } = await aLink(world);
  const { data } = await asAffiliate(world)('POST', '/api/affiliate/claims', {
    ...{ campaign_id, tracking_code, order_id: randomUUID(), order_value: '20.00' },
    ordered_at: new Date().toISOString(),
  });
  return { ...rest, claim_id: data.id };
}

/** The commission of an order that the brand has approved. */
async function aCommission(world: World): Promise<Ids> {
  const ids = await anOrder(world);
  const path = `/api/brand/conversions/${ids['conversion_id'] ?? ''}/review`;
  await asBrand(world)('PUT', path, { decision: 'approved' });
  const commissions = (await world.client.must('GET', '/api/affiliate/commissions', {
    token: world.affiliate.token,
  })) as readonly { readonly id: string; readonly order_id: string }[];
  const own = commissions.find(({ order_id: id }) => id === ids['original_order_id']);
  if (own === undefined) throw new Error('The approved order has no commission');
  return { ...ids, commission_id: own.id, commission_ids: own.id };
}

/** A payout account of the affiliate. */
async function anAccount(world: World): Promise<Ids> {
  const { account } = await asAffiliate(world)('POST', '/api/payouts/accounts', {
    provider: 'cardproc_connect',
    cardproc_account_id: `acct_${randomUUID().slice(0, 8)}`,
  });
  return { account_id: account.id };
}

async function aVerifiedAccount(world: World): Promise<Ids> {
  const ids = await anAccount(world);
  const path = `/api/admin/payouts/accounts/${ids['account_id'] ?? ''}/verification`;
  const body = { is_verified: true };
  await world.client.must('PUT', path, { token: world.admin, body });
  return { ...ids, payment_method_id: ids['account_id'] ?? '' };
}

/** A payout of a commission; held, because the account was just added. */
async function aPayout(world: World): Promise<Ids> {
  const account = await aVerifiedAccount(world);
  await aCommission(world);
  const { payout_id: id } = await asAffiliate(world)('POST', '/api/affiliate/payouts/request', {
    amount: 60,
    payment_method_id: account['payment_method_id'],
  });
  return { ...account, payout_id: id };
}

async function anIntegration(world: World): Promise<Ids> {
  const ids = await aCampaign(world);
  const { id } = await asBrand(world)('POST', '/api/brand/integrations', {
    platform: 'shopify',
    shop_url: `${world.shopUrl}/${randomUUID()}`,
    secret: 'shpss_0123456789abcdef',
    access_token: 'shpat_0123456789abcdef',
    campaign_id: ids['campaign_id'],
  });
  return { ...ids, integration_id: id };
}

async function anAttributionChange(world: World): Promise<Ids> {
  const ids = await aCampaign(world);
  const path = `/api/brand/conversions/campaigns/${ids['campaign_id'] ?? ''}/attribution/changes`;
  const body = { model: 'linear', start_date: '2026-01-01', end_date: '2026-01-31' };
  return { ...ids, change_id: (await asBrand(world)('POST', path, body)).data.id };
}

const created =
  (name: string, path: string, body: (world: World) => object) =>
  async (world: World): Promise<Ids> => {
    const answer = await asBrand(world)('POST', path, body(world));
    return { [name]: (answer.data ?? answer).id };
  };

async function aCreative(world: World): Promise<Ids> {
  const ids = await aCampaign(world);
  const form = new FormData();
  form.set('name', 'Text');
  form.set('kind', 'text');
  form.set('file', new Blob(['Buy boats']), 'text.txt');
  const path = `/api/brand/campaigns/${ids['campaign_id'] ?? ''}/creatives`;
  const url = world.client.urlOf(path);
  const headers = { authorization: `Bearer ${world.brand.token}` };
  const response = await fetch(url, { method: 'POST', headers, body: form });
  const { id } = (await response.json()) as Body;
  return { ...ids, creative_id: id };
}

async function anInvitation(world: World): Promise<Ids> {
  const ids = await aCampaign(world);
  const path = `/api/brand/campaigns/${ids['campaign_id'] ?? ''}/invitations`;
  const invited = await asBrand(world)('POST', path, { affiliate_id: world.affiliate.id });
  return { ...ids, invitation_id: invited.id };
}

async function aNotification(world: World): Promise<Ids> {
  const { notification_id: id } = await world.client.must(
    'POST',
    '/api/notifications/test?channel=in_app',
    { token: world.affiliate.token, body: {} },
  );
  return { notification_id: id };
}

const aSchedule = { kind: 'campaign', format: 'csv', frequency: 'daily' };

async function aReportSchedule(world: World): Promise<Ids> {
  const path = '/api/affiliate-reports/schedules';
  return { schedule_id: (await asAffiliate(world)('POST', path, aSchedule)).id };
}

const aBrandReportSchedule = created('schedule_id', '/api/brand/reports/schedules', () => ({
  kind: 'affiliates',
  format: 'csv',
  frequency: 'daily',
}));

async function aPostback(world: World): Promise<Ids> {
  const body = { url: `${world.sandboxUrl}/receiver/${randomUUID()}` };
  return {
    postback_id: (await asAffiliate(world)('POST', '/api/webhooks/postbacks', body)).data.id,
  };
}

/** How each operation that creates a record makes a new one; each returns the ids that its answer gave. */
export const creators: Readonly<Record<string, (world: World) => Promise<Ids>>> = {
  registerAccount: async ({ client }) => {
    const { id } = await client.register('affiliate', 'New');
    return { user_id: id, affiliate_id: id };
  },
  createApiKey: created('api_key_id', '/api/auth/api-keys', () => ({
    name: 'Key',
    scopes: ['campaigns:read'],
  })),
  createTeamInvitation: created('invitation_id', '/api/team/invitations', () => ({
    email: `${randomUUID()}@example.com`,
    role: 'analyst',
  })),
  createCampaign: aCampaign,
  createAttributionChange: anAttributionChange,
  applyToCampaign: anApplication,
  createLink: aLink,
  createCoupon: aCoupon,
  createTrackingNumbers: aNumberOfLink,
  createCreative: aCreative,
  inviteAffiliate: anInvitation,
  createProduct: created('product_id', '/api/brand/products', () => ({
    sku: randomUUID(),
    name: 'Boat',
    price: 10,
    currency: 'USD',
  })),
  trackConversion: anOrder,
  createClaim: aClaim,
  createIntegration: anIntegration,
  createTrackingSecret: async ({ client }) => {
    // Of another brand: calls for a brand with a secret must be signed by it.
    const { token } = await client.register('brand', 'Signing');
    const answer = await client.must('POST', '/api/brand/tracking-secrets', { token, body: {} });
    return { secret_id: answer.id, owner_token: token };
  },
  createPayoutAccount: anAccount,
  requestPayout: aPayout,
  createWebhookEndpoint: created('endpoint_id', '/api/webhooks/endpoints', ({ sandboxUrl }) => ({
    url: `${sandboxUrl}/receiver/${randomUUID()}`,
    events: ['campaign.created'],
  })),
  subscribeRestHook: created('webhook_id', '/api/webhooks/subscribe', ({ sandboxUrl }) => ({
    hookUrl: `${sandboxUrl}/receiver/${randomUUID()}`,
    event: 'campaign.created',
  })),
  createPostback: aPostback,
  createReportSchedule: aReportSchedule,
  createBrandReportSchedule: aBrandReportSchedule,
  sendTestNotification: aNotification,
};

/** The same for ids that another operation than a POST returns, and for records of a certain kind. */
export const otherCreators: Readonly<Record<string, (world: World) => Promise<Ids>>> = {
  followLink: aClick,
  eraseCustomerData: async ({ client, brand: { token } }) => {
    const body = { customer_id: randomUUID() };
    return { erasure_id: (await client.must('DELETE', '/api/customer-data', { token, body })).id };
  },
  reviewConversion: aCommission,
  'a conversation’s link': (world) => aLink(world, { type: 'direct_messaging', commission: fixed }),
  'a membership': aMembership,
  'an affiliate and a campaign': async (world) => ({
    ...(await aCampaign(world)),
    affiliate_id: (await world.client.register('affiliate', 'New')).id,
  }),
  'a schedule and a link': async (world) => ({
    ...(await aReportSchedule(world)),
    ...(await aLink(world)),
  }),
  'a brand’s schedule and a member': async (world) => ({
    ...(await aBrandReportSchedule(world)),
    ...(await aMembership(world)),
  }),
  'a verified account': async (world) => {
    await aCommission(world);
    return aVerifiedAccount(world);
  },
};
