import { z } from 'zod';
import {
  gatewayFetch,
  gatewayHeaders,
  openTestIdentity,
  testEnv,
  type TestIdentity,
  tokensOf,
} from '@tributary/testing';
import { streamAccountDataRoute } from '../account-data.ts';
import { defineSettings, readConfig } from '../config.ts';
import { type Platform } from '../run/platform.ts';
import { type RunningService, startService } from '../run/run-service.ts';
import { route } from './route.ts';

const openDeps = (_config: unknown, platform: Platform) =>
  Promise.resolve({ ...platform, close: () => Promise.resolve() });

const app = () => ({
  routes: [
    route({
      operationId: 'getAddress',
      method: 'get',
      path: '/t/address',
      summary: 'The client’s address',
      allow: 'public',
      response: z.object({ ip: z.string() }),
      handle: ({ request }) => Promise.resolve({ ip: request.ip }),
    }),
    route({
      operationId: 'getJwks',
      method: 'get',
      path: '/.well-known/jwks.json',
      summary: 'Public keys',
      allow: 'public',
      response: z.object({ keys: z.array(z.string()) }),
      handle: () => Promise.resolve({ keys: [] }),
    }),
    streamAccountDataRoute('tracking', {
      accountData: async function* rowsOf(id) {
        yield await Promise.resolve({ collection: 'notes', data: { id } });
      },
    }),
  ],
});

let identity: TestIdentity;
let service: RunningService;

const start = (settings: Record<string, string> = {}) =>
  startService(
    { openDeps, app },
    readConfig(
      defineSettings('tracking', {}),
      testEnv({ identityUrl: identity.url, LOG_LEVEL: 'silent', ...settings }),
    ),
  );

beforeAll(async () => {
  identity = await openTestIdentity();
  service = await start();
});
afterAll(async () => {
  await service.close();
  await identity.close();
});

const ACCOUNT = '019ffc00-0000-7000-8000-000000000001';
const CLIENT = { 'x-tributary-client-ip': '203.0.113.7' };
const tokenOf = (token: string) => ({ 'x-tributary-service-token': token });

/** Status, code and scheme of the answer to a call with these headers. */
async function answerTo(path: string, headers: Record<string, string>, at = service) {
  const response = await fetch(`${at.url}${path}`, { headers });
  const body = (await response.json()) as { error?: string; data?: { error?: string } };
  const scheme = response.headers.get('www-authenticate');
  return [response.status, body.error ?? body.data?.error, scheme];
}

describe('a request to a service', () => {
  it('comes from the gateway, which alone is believed about the client’s address', async () => {
    const response = await gatewayFetch('tracking', `${service.url}/t/address`, {
      headers: CLIENT,
    });
    expect(await response.json()).toEqual({ ip: '203.0.113.7' });
  });

  it('is refused without a token, on every path, although it names a client', async () => {
    const refused = [401, 'service_token_required', 'ServiceToken'];
    for (const path of [
      '/t/address',
      '/openapi.json',
      '/.well-known/jwks.json',
      '/nothing',
      '//',
    ]) {
      expect(await answerTo(path, CLIENT)).toEqual(refused);
    }
  });

  it('is refused with a token that is for another service, or no token', async () => {
    const refused = [401, 'invalid_service_token', 'ServiceToken'];
    for (const headers of [gatewayHeaders('payout'), tokenOf('x'), tokenOf('a.b.c')]) {
      expect(await answerTo('/t/address', { ...CLIENT, ...headers })).toEqual(refused);
    }
  });

  it('is refused from another service, save for the keys that verify access tokens', async () => {
    const payout = tokenOf(tokensOf('payout').tokenFor('tracking'));
    expect(await answerTo('/t/address', payout)).toEqual([403, 'caller_not_allowed', null]);
    expect(await answerTo('/nothing', payout)).toEqual([403, 'caller_not_allowed', null]);
    expect(await answerTo('/.well-known/jwks.json', payout)).toEqual([200, undefined, null]);
  });

  it('reads an account’s data from identity alone: the gateway is refused too', async () => {
    const { authorization } = identity.headersFor({ id: ACCOUNT, role: 'affiliate' });
    for (const caller of ['gateway', 'payout'] as const) {
      const headers = { authorization, ...tokenOf(tokensOf(caller).tokenFor('tracking')) };
      expect(await answerTo('/account-data', headers)).toEqual([403, 'caller_not_allowed', null]);
    }
    const asIdentity = tokenOf(tokensOf('identity').tokenFor('tracking'));
    expect((await answerTo('/account-data', asIdentity))[0]).toBe(401);
    const headers = { authorization, ...asIdentity };
    const response = await fetch(`${service.url}/account-data`, { headers });
    expect(await response.json()).toEqual({
      service: 'tracking',
      collection: 'notes',
      data: { id: ACCOUNT },
    });
  });

  it('is counted when it is refused, by caller and reason', async () => {
    const counted = async () => {
      const text = await (await fetch(`${service.opsUrl}/metrics`)).text();
      const lines = text
        .split('\n')
        .filter((line) => line.startsWith('service_calls_refused_total'));
      const line = lines.find((one) => /caller="webhook"/.test(one) && /not_allowed/.test(one));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const before = await counted();
    await answerTo('/t/address', tokenOf(tokensOf('webhook').tokenFor('tracking')));
    expect(await counted()).toBe(before + 1);
  });

  it('needs no token during the update from a version without, but then names no client', async () => {
    const lenient = await start({ SERVICE_TOKENS: 'optional' });
    const response = await fetch(`${lenient.url}/t/address`, { headers: CLIENT });
    expect(await response.json()).toEqual({ ip: '127.0.0.1' });
    const wrong = { ...CLIENT, ...gatewayHeaders('payout') };
    expect((await answerTo('/t/address', wrong, lenient))[0]).toBe(401);
    await lenient.close();
  });
});
