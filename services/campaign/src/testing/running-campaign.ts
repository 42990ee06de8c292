import { rpc, serveGrpc } from '@tributary/grpc';
import { newId, startService } from '@tributary/service';
import {
  gatewayFetch,
  openEventProbe,
  openTestIdentity,
  testEnv,
  tokensOf,
} from '@tributary/testing';
import { type UserSnapshot } from '@tributary/contracts';
import { app } from '../app.ts';
import { readCampaignConfig } from '../config.ts';
import { openDeps } from '../deps.ts';

type Json = Record<string, unknown>;

/** A response, for expectations. */
export interface Answer {
  readonly status: number;
  // Tests check bodies of any shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** An account as identity returns it over gRPC. */
const accountOf = (user: Partial<UserSnapshot> & { userId: string }) => ({
  userId: user.userId,
  role: user.role ?? 'affiliate',
  plan: 'pro',
  status: user.status ?? 'active',
  email: user.email ?? `${user.userId}@example.com`,
  emailVerified: user.emailVerified ?? true,
  name: user.name ?? 'Somebody',
  company: user.company ?? '',
  country: user.country ?? '',
  phone: '',
  marketingChannels:
    user.marketingChannels === undefined ? null : { names: user.marketingChannels },
});

type Accounts = Map<string, ReturnType<typeof accountOf>>;

const serveAccounts = (accounts: Accounts) =>
  serveGrpc({
    port: 0,
    tokens: tokensOf('identity'),
    rpcs: [
      rpc('tributary.identity.v1.Users', 'GetMany', ({ userIds }) =>
        Promise.resolve({ users: userIds.flatMap((id) => accounts.get(id) ?? []) }),
      ),
      rpc('tributary.identity.v1.Users', 'ExchangeApiKey', () => Promise.resolve({})),
      rpc('tributary.identity.v1.Users', 'ExchangeSessionCookie', () => Promise.resolve({})),
      rpc('tributary.identity.v1.Users', 'NoteRequests', () => Promise.resolve({})),
      rpc('tributary.identity.v1.Users', 'NoteUsage', () => Promise.resolve({})),
    ],
    onUnexpected: () => undefined,
    isReady: () => true,
  });

/** Sends forms as one user; `encoded` and `sendEncoded` send the same bytes twice. */
function formsOf(url: string, token: string) {
  const encoded = async (form: FormData) => {
    const { headers, body } = new Request(url, { method: 'POST', body: form });
    const type = headers.get('content-type') ?? '';
    return { type, bytes: Buffer.from(await new Response(body).arrayBuffer()) };
  };
  const sendEncoded = async (
    path: string,
    { type, bytes }: { type: string; bytes: Buffer },
    key?: string,
  ): Promise<Answer> => {
    const response = await gatewayFetch('campaign', `${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: new Uint8Array(bytes),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    encoded,
    sendEncoded,
    upload: async (path: string, form: FormData, key?: string) =>
      sendEncoded(path, await encoded(form), key),
  };
}

/** Calls the API as one user. */
function clientOf(url: string, token: string) {
  const call = async (
    method: string,
    path: string,
    sent: { body?: Json; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const { body, headers } = sent;
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await gatewayFetch('campaign', `${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...type, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as unknown };
  };
  return {
    fetch: (path: string) =>
      gatewayFetch('campaign', `${url}${path}`, { headers: { authorization: `Bearer ${token}` } }),
    ...formsOf(url, token),
    get: (path: string) => call('GET', path),
    post: (path: string, body: Json = {}, headers: Record<string, string> = {}) =>
      call('POST', path, { body, headers }),
    put: (path: string, body: Json, headers: Record<string, string> = {}) =>
      call('PUT', path, { body, headers }),
    delete: (path: string) => call('DELETE', path),
  };
}

/** The service on real engines, with a fake identity and a probe on the bus. */
export async function openRunningCampaign(settings: Readonly<Record<string, string>> = {}) {
  const accounts: Accounts = new Map();
  const identity = await openTestIdentity();
  const identityGrpc = await serveAccounts(accounts);
  const env = testEnv({
    identityUrl: identity.url,
    IDENTITY_GRPC: `127.0.0.1:${identityGrpc.port}`,
    CAMPAIGN_SCHEDULE_EVERY_MS: '50',
    PUBLIC_URL: 'https://go.example.com',
    ...settings,
  });
  const probe = await openEventProbe(env);
  const service = await startService({ openDeps, app }, readCampaignConfig(env));
  return {
    service,
    probe,
    /** A user whom identity returns over gRPC, though no event was published yet. */
    caller: (role: 'brand' | 'affiliate', given: Partial<UserSnapshot> = {}) => {
      const id = given.userId ?? newId();
      accounts.set(id, accountOf({ ...given, userId: id, role }));
      return { id, ...clientOf(service.url, identity.tokenFor({ id, role })) };
    },
    close: async () => {
      await service.close();
      await probe.close();
      await identityGrpc.close(1_000);
      await identity.close();
    },
  };
}

export type RunningCampaign = Awaited<ReturnType<typeof openRunningCampaign>>;

/** The required fields of an active campaign. */
export const plainCampaign = (given: Json = {}): Json => ({
  name: 'Summer sale',
  type: 'sale',
  landing_page_url: 'https://shop.example.com/landing?season=summer',
  commission: { type: 'percentage', value: 10 },
  status: 'active',
  ...given,
});
