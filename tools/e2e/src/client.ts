import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createTributary, type Schemas, type Tributary } from '@tributary/sdk';
import { eventually } from '@tributary/testing';
import { type TestSystem } from './system.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of a public API, which tests check field by field
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

export interface Call {
  readonly token?: string;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The maximum number of attempts of a call that must succeed. */
const ATTEMPTS = 10;

/** Characters of an answer that never matched. */
const LONGEST_SHOWN = 2_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type NewCampaign = Schemas['CreateCampaignRequest'];

const PASSWORD = 'a-long-password';

export interface Person {
  readonly id: string;
  readonly email: string;
  token: string;
}

export const DIRECT_SECRET = 'dev-secret-direct';

/** What a system's operator knows. */
export interface Credentials {
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** Of direct orders. */
  readonly signingSecret: string;
}

const DEVELOPMENT_CREDENTIALS: Credentials = {
  adminEmail: 'admin@example.com',
  adminPassword: 'admin-password-1',
  signingSecret: DIRECT_SECRET,
};

/** A client of the public API. */
export class Client {
  private readonly system: Pick<TestSystem, 'baseUrl'>;
  private readonly credentials: Credentials;
  private readonly headers: Readonly<Record<string, string>>;

  /** @param headers of every call, such as the caller's trace */
  constructor(
    system: Pick<TestSystem, 'baseUrl'>,
    credentials: Credentials = DEVELOPMENT_CREDENTIALS,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.system = system;
    this.credentials = credentials;
    this.headers = headers;
  }

  get signingSecret(): string {
    return this.credentials.signingSecret;
  }

  urlOf(path: string): string {
    return `${this.system.baseUrl}${path}`;
  }

  /** The SDK with this token, and as a shop that signs with the secret of direct orders. */
  sdk(token = ''): Tributary {
    const { headers, signingSecret } = this;
    const { baseUrl } = this.system;
    const options = { baseUrl, headers, signingSecret, maxRetries: ATTEMPTS };
    return createTributary(token === '' ? options : { ...options, auth: token });
  }

  async call(method: Method, path: string, call: Call = {}): Promise<Answer> {
    const body = call.text ?? (call.body === undefined ? null : JSON.stringify(call.body));
    const response = await fetch(this.urlOf(path), {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...call.headers,
      },
      body,
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }

  /** Returns the body of a call that must succeed. Repeats a call that a busy system refused with 503 and Retry-After. */
  async must(method: Method, path: string, call: Call = {}): Promise<Body> {
    for (let attempt = 1; ; attempt += 1) {
      const { status, body, headers } = await this.call(method, path, call);
      if (status < 300) return body;
      const retryAfter = status === 503 ? headers.get('retry-after') : null;
      if (retryAfter === null || attempt === ATTEMPTS)
        throw new Error(`${method} ${path}: ${String(status)} ${JSON.stringify(body)}`);
      await pause(Number(retryAfter) * 1_000);
    }
  }

  /** Repeats a call until its body matches. */
  until(
    path: string,
    call: Call,
    matches: (body: Body) => boolean,
    timeoutMs = 45_000,
  ): Promise<Body> {
    return eventually(
      async () => {
        const body = await this.must('GET', path, call);
        if (matches(body)) return body;
        const shown = JSON.stringify(body).slice(0, LONGEST_SHOWN);
        throw new Error(`GET ${path} never matched: ${shown}`);
      },
      { timeoutMs },
    );
  }

  /** The API document, once no service is too busy to send its part. */
  document(): Promise<Body> {
    return this.until('/openapi.json', {}, (body) => body['x-unavailable'] === undefined);
  }

  async register(role: 'brand' | 'affiliate', name: string): Promise<Person> {
    const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`;
    const person = { email, password: PASSWORD, role, name };
    const { user, access_token: token } = await this.sdk().accounts.register(person);
    return { id: user.id, email, token };
  }

  async signIn(person: Person): Promise<void> {
    person.token = await this.logIn(person.email, PASSWORD);
  }

  admin(): Promise<string> {
    return this.logIn(this.credentials.adminEmail, this.credentials.adminPassword);
  }

  private async logIn(email: string, password: string): Promise<string> {
    return (await this.sdk().auth.logIn({ email, password })).access_token;
  }
}

/** Repeats a read until its answer matches. */
export const untilMatches = <Read>(
  read: () => PromiseLike<Read>,
  matches: (answer: Read) => boolean,
): Promise<Read> =>
  eventually(
    async () => {
      const answer = await read();
      if (matches(answer)) return { answer };
      throw new Error(`never matched: ${JSON.stringify(answer)}`);
    },
    { everyMs: 100 },
  ).then(({ answer }) => answer);

/** The signature of a tracking call. */
export const sign = (secret: string, ...parts: readonly string[]): string =>
  createHmac('sha256', secret).update(parts.join('.')).digest('hex');

export interface Fixture {
  readonly brand: Person;
  readonly affiliate: Person;
  readonly admin: string;
  readonly campaignId: string;
  readonly trackingCode: string;
}

/** Lets an affiliate apply to a campaign and the brand approve it, and returns the code of the affiliate's new link. */
export async function join(
  client: Client,
  { brand, affiliate, campaignId }: Pick<Fixture, 'brand' | 'affiliate' | 'campaignId'>,
): Promise<string> {
  const { campaigns, links } = client.sdk(affiliate.token);
  const { id } = await campaigns.apply(campaignId, {});
  await client.sdk(brand.token).applications.review(id, { decision: 'approved' });
  return (await links.create({ campaign_id: campaignId })).tracking_code;
}

/** A brand with an active campaign of 10 %, and an affiliate with a link to it. */
export async function createFixture(
  client: Client,
  commission: Partial<NewCampaign['commission']> = {},
  type: NewCampaign['type'] = 'sale',
): Promise<Fixture> {
  const brand = await client.register('brand', 'Brand');
  const affiliate = await client.register('affiliate', 'Affiliate');
  const { campaigns } = client.sdk(brand.token);
  const { id: campaignId } = await campaigns.create({
    name: 'Campaign',
    type,
    landing_page_url: 'https://shop.example.com/',
    commission: { type: 'percentage', value: 10, currency: 'USD', hold_days: 0, ...commission },
    approval: { mode: 'manual' },
  });
  await campaigns.update(campaignId, { status: 'active' });
  const trackingCode = await join(client, { brand, affiliate, campaignId });
  return { brand, affiliate, admin: await client.admin(), campaignId, trackingCode };
}

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

/** Follows a link as a browser does, and returns the click's id. */
export async function follow(
  client: Client,
  trackingCode: string,
  userAgent = BROWSER,
): Promise<string> {
  const headers = { 'user-agent': userAgent };
  const answer = await client.call('GET', `/r/${trackingCode}`, { headers });
  const location = answer.headers.get('location') ?? '';
  const clickId = URL.canParse(location) ? new URL(location).searchParams.get('click_id') : null;
  if (answer.status !== 302 || clickId === null) {
    throw new Error(`/r/${trackingCode}: ${String(answer.status)} ${location}`);
  }
  return clickId;
}

/** A signed order in the form that the shop posts. */
export function order(
  clickId: string,
  orderId: string,
  value: string,
  secret = DIRECT_SECRET,
): Call {
  const headers = { 'x-service-signature': sign(secret, clickId, orderId, value) };
  const fields = `"click_id":"${clickId}","transaction_id":"${orderId}","order_id":"${orderId}"`;
  return { text: `{${fields},"order_value":${value}}`, headers };
}

/** Posts an order and returns its conversion's id. */
export async function post(
  client: Client,
  clickId: string,
  orderId: string,
  value: string,
): Promise<string> {
  const ids = { click_id: clickId, transaction_id: orderId, order_id: orderId };
  const { data } = await client.sdk().conversions.track({ ...ids, order_value: value });
  return data.conversion_id;
}

/** Shows the pixel on the shop's confirmation page, and returns the id of the order's conversion. */
export async function reportByPixel(
  client: Client,
  { click, orderId, value }: { click: string; orderId: string; value: string },
): Promise<string> {
  const query = `click_id=${click}&transaction_id=${orderId}&order_id=${orderId}&order_value=${value}`;
  const headers = { referer: 'https://shop.example.com/thanks' };
  const { status, headers: answered } = await client.call('GET', `/t/pixel.gif?${query}`, {
    headers,
  });
  const conversionId = answered.get('x-conversion-id');
  if (status !== 200 || conversionId === null) throw new Error(`pixel: ${String(status)}`);
  return conversionId;
}

/** A signed refund of a direct order. */
export function refund(
  orderId: string,
  type: 'refund' | 'chargeback' | 'partial_refund',
  amount = '',
): Call {
  const refundId = `refund-of-${orderId}`;
  const headers = { 'x-service-signature': sign(DIRECT_SECRET, orderId, type, amount, refundId) };
  const money = amount === '' ? '' : `,"adjustment_amount":${amount}`;
  const fields = `"adjustment_type":"${type}"${money},"refund_id":"${refundId}"`;
  const text = `{"original_order_id":"${orderId}",${fields}}`;
  return { text, headers };
}

/** Adds a verified payout account. */
export async function payoutAccount(
  client: Client,
  fixture: Fixture,
  destination = 'acct_ok',
): Promise<string> {
  const { account } = await client.sdk(fixture.affiliate.token).payoutAccounts.create({
    provider: 'cardproc_connect',
    cardproc_account_id: destination,
  });
  const operator = client.sdk(fixture.admin);
  await operator.payoutAccounts.setVerification(account.id, { is_verified: true });
  return account.id;
}
