import {
  type Answer,
  type Call,
  type Client,
  DIRECT_SECRET,
  type Fixture,
  order,
} from './client.ts';

type NamedCall = readonly [method: 'GET' | 'POST', path: string, call: Call];

const aCampaign = {
  name: 'Another',
  type: 'sale',
  landing_page_url: 'https://shop.example.com/',
  commission: { type: 'percentage', value: 10, currency: 'USD' },
};

/** Calls to every service that reads or writes its database, by the people of a fixture. */
export const callsOfEveryService = (
  { brand, affiliate, admin, campaignId }: Fixture,
  click: string,
  orderId: string,
  secret = DIRECT_SECRET,
): readonly NamedCall[] => [
  ['GET', '/api/brand/campaigns', { token: brand.token }],
  ['POST', '/api/brand/campaigns', { token: brand.token, body: aCampaign }],
  ['GET', '/api/brand/conversions', { token: brand.token }],
  ['GET', `/api/brand/campaigns/${campaignId}/performance`, { token: brand.token }],
  ['GET', '/api/affiliate/commissions', { token: affiliate.token }],
  ['GET', '/api/payouts/list', { token: affiliate.token }],
  ['GET', '/api/notifications', { token: affiliate.token }],
  ['GET', '/api/webhooks/postbacks', { token: affiliate.token }],
  ['GET', '/api/admin/users', { token: admin }],
  ['POST', '/api/auth/login', { body: { email: brand.email, password: 'a-long-password' } }],
  ['POST', '/api/track/conversion', order(click, orderId, '20.00', secret)],
  ['GET', '/health/ready', {}],
];

/** An answered call; the status is 0 where the connection failed. */
export interface TimedAnswer {
  readonly call: string;
  readonly status: number;
  /** The code of a refusal. */
  readonly error: string | undefined;
  readonly ms: number;
}

/** The code of a refusal, in whichever shape its area has; undefined where the body has none. */
export const errorCodeOf = ({ body }: Answer): string | undefined =>
  body?.data?.error ?? body?.error;

/** Makes a call and measures it. Never rejects. */
export async function timed(client: Client, [method, path, call]: NamedCall): Promise<TimedAnswer> {
  const startedAt = performance.now();
  const answer = await client.call(method, path, call).catch(() => undefined);
  const ms = performance.now() - startedAt;
  const error = answer === undefined ? undefined : errorCodeOf(answer);
  return { call: `${method} ${path}`, status: answer?.status ?? 0, error, ms };
}
