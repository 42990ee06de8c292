import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '@tributary/units';

export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36';

/** The rows of the measured list. */
const LISTED = 50;
const LISTED_WITHIN_MS = MINUTE_MS;

/** The accounts, campaign and link that the load uses, and a source of signed orders. */
export interface Fixture {
  /** Valid for 15 minutes after the last renewal. */
  readonly affiliateToken: string;
  readonly affiliateId: string;
  readonly brandToken: string;
  readonly brandId: string;
  readonly brandEmail: string;
  readonly trackingCode: string;
  readonly campaignId: string;
  nextOrder(): SignedOrder;
  /** Signs brand and affiliate in again. */
  renew(): Promise<void>;
}

export interface SignedOrder {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Session {
  readonly access_token: string;
}

interface Call {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
}

const callOnce = (baseUrl: string, path: string, { method, token, body }: Call) =>
  fetch(`${baseUrl}${path}`, {
    method: method ?? 'GET',
    redirect: 'manual',
    headers: {
      // Only the click of a browser earns a commission.
      'user-agent': BROWSER,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** A system that has just started may be unavailable for a moment. */
const ATTEMPTS = 20;
const AGAIN_AFTER_MS = 500;

async function call<Body>(baseUrl: string, path: string, request: Call = {}): Promise<Body> {
  let response = await callOnce(baseUrl, path, request);
  for (let attempt = 1; response.status === 503 && attempt < ATTEMPTS; attempt += 1) {
    await pause(AGAIN_AFTER_MS);
    response = await callOnce(baseUrl, path, request);
  }
  if (response.status === 302) return { location: response.headers.get('location') } as Body;
  const body = (await response.json()) as Body;
  if (response.status >= 300)
    throw new Error(`${path}: ${String(response.status)} ${JSON.stringify(body)}`);
  return body;
}

async function register(
  baseUrl: string,
  role: 'brand' | 'affiliate',
  email: string,
): Promise<string> {
  const body = { email, password: PASSWORD, role, name: 'Bench' };
  const session = await call<Session>(baseUrl, '/api/auth/register', { method: 'POST', body });
  return session.access_token;
}

const PASSWORD = 'a-long-password';

async function signIn(baseUrl: string, email: string, password = PASSWORD): Promise<string> {
  const body = { email, password };
  return (await call<Session>(baseUrl, '/api/auth/login', { method: 'POST', body })).access_token;
}

/** The id of a token's user. */
function userOf(token: string): string {
  const [, payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
  return claims.sub;
}

/** A new order of a click in the form that a shop posts. */
export function signedOrder(click: string): SignedOrder {
  const id = randomUUID();
  const signature = createHmac('sha256', 'dev-secret-direct')
    .update(`${click}.${id}.10.00`)
    .digest('hex');
  return {
    body: `{"click_id":"${click}","transaction_id":"${id}","order_id":"${id}","order_value":10.00}`,
    headers: { 'content-type': 'application/json', 'x-service-signature': signature },
  };
}

/** Reports and approves orders, and waits up to a minute until the affiliate's commissions are listed. */
async function fillList(baseUrl: string, fixture: Fixture): Promise<void> {
  const conversionIds: string[] = [];
  for (let order = 0; order < LISTED; order += 1) {
    const { body, headers } = fixture.nextOrder();
    const response = await fetch(`${baseUrl}/api/track/conversion`, {
      method: 'POST',
      headers,
      body,
    });
    const { data } = (await response.json()) as { data: { conversion_id: string } };
    conversionIds.push(data.conversion_id);
  }
  const body = { conversion_ids: conversionIds, decision: 'approved' };
  const post = { method: 'POST', token: fixture.brandToken, body };
  await call(baseUrl, '/api/brand/conversions/bulk-review', post);
  const until = performance.now() + LISTED_WITHIN_MS;
  const token = fixture.affiliateToken;
  while (performance.now() < until) {
    const list = await call<unknown[]>(baseUrl, '/api/affiliate/commissions?limit=50', { token });
    if (list.length === LISTED) return;
    await pause(200);
  }
}

/** Sets up a campaign, a link, one click and a list of commissions through the public API. */
export async function createFixture(baseUrl: string): Promise<Fixture> {
  const brandEmail = `bench-${randomUUID()}@example.com`;
  const brandToken = await register(baseUrl, 'brand', brandEmail);
  const affiliateEmail = `bench-${randomUUID()}@example.com`;
  const affiliateToken = await register(baseUrl, 'affiliate', affiliateEmail);
  const campaign = await call<{ id: string }>(baseUrl, '/api/brand/campaigns', {
    method: 'POST',
    token: brandToken,
    body: {
      name: 'Bench',
      type: 'sale',
      landing_page_url: 'https://shop.example.com/',
      commission: { type: 'percentage', value: 10, currency: 'USD' },
      approval: { mode: 'auto' },
    },
  });
  const path = `/api/brand/campaigns/${campaign.id}`;
  await call(baseUrl, path, { method: 'PUT', token: brandToken, body: { status: 'active' } });
  const post = { method: 'POST', token: affiliateToken };
  await call(baseUrl, `/api/affiliate/campaigns/${campaign.id}/apply`, { ...post, body: {} });
  const link = await call<{ tracking_code: string }>(baseUrl, '/api/affiliate/links', {
    ...post,
    body: { campaign_id: campaign.id },
  });
  const { location } = await call<{ location: string }>(baseUrl, `/r/${link.tracking_code}`);
  const click = new URL(location).searchParams.get('click_id') ?? '';
  const fixture = {
    affiliateToken,
    affiliateId: userOf(affiliateToken),
    brandToken,
    renew: async () => {
      fixture.brandToken = await signIn(baseUrl, brandEmail);
      fixture.affiliateToken = await signIn(baseUrl, affiliateEmail);
    },
    brandId: userOf(brandToken),
    brandEmail,
    trackingCode: link.tracking_code,
    campaignId: campaign.id,
    nextOrder: () => signedOrder(click),
  };
  await fillList(baseUrl, fixture);
  return fixture;
}

/** Registers webhook endpoints for the brand, on the plan that allows so many. */
export async function subscribe(
  baseUrl: string,
  { brandId, brandEmail }: Fixture,
  {
    url,
    endpoints,
    event,
  }: { readonly url: string; readonly endpoints: number; readonly event: string },
): Promise<void> {
  const admin = await signIn(baseUrl, 'admin@example.com', 'admin-password-1');
  const plan = { method: 'PUT', token: admin, body: { plan: 'enterprise' } };
  await call(baseUrl, `/api/admin/users/${brandId}/plan`, plan);
  const token = await signIn(baseUrl, brandEmail);
  for (let made = 0; made < endpoints; made += 1) {
    const body = { url: `${url}${String(made)}`, events: [event] };
    await call(baseUrl, '/api/webhooks/endpoints', { method: 'POST', token, body });
  }
}
