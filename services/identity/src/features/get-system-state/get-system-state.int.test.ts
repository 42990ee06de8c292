import { createServer, type IncomingHttpHeaders } from 'node:http';
import { eventually, freePort } from '@tributary/testing';
import { identityEnv, openIdentity } from '../../testing/open-identity.ts';
import { type SeenService } from './seen-service.ts';

const OTHERS = 'ANALYTICS ATTRIBUTION CAMPAIGN COMMISSION NOTIFICATION TRACKING WEBHOOK'.split(' ');
const PATH = '/api/admin/system';
const none = { count: 0, newest: [] };
const payoutState = {
  not_ready: [],
  degraded: ['kafka'],
  outbox: { pending: 2, oldest_seconds: 40, dead: 0 },
  parked: none,
  dead_letters: none,
  consumers: [{ group: 'payout', lag_seconds: null }],
  stuck_payouts: [{ step: 'sent', count: 1, oldest_seconds: 270_000 }],
};

let seen: IncomingHttpHeaders | undefined;
let answer: unknown = payoutState;
const payout = createServer((req, res) => {
  seen = req.headers;
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
let identity: Awaited<ReturnType<typeof openIdentity>>;

beforeAll(async () => {
  const away = `http://127.0.0.1:${String(await freePort())}`;
  const port = await freePort();
  await new Promise<void>((resolve) => payout.listen(port, '127.0.0.1', resolve));
  identity = await openIdentity(
    await identityEnv({
      ...Object.fromEntries(OTHERS.map((service) => [`${service}_URL`, away] as const)),
      PAYOUT_URL: `http://127.0.0.1:${String(port)}`,
    }),
  );
});
afterAll(async () => {
  await identity.close();
  payout.close();
});

const read = async (token: string) => {
  const { status, body } = await identity.call<{ services: SeenService[] }>('GET', PATH, { token });
  expect(status).toBe(200);
  return new Map(body.services.map((one) => [one.service, one]));
};

/** Reads it when the service is ready: on a busy machine an engine may answer late. */
const readWhenReady = (token: string) =>
  eventually(async () => {
    const services = await read(token);
    return services.get('identity')?.status === 'ready' && services;
  });

describe('the state of the system', () => {
  it('has what each service answers, and names those that do not answer', async () => {
    const { access_token: token } = await identity.signedInAdmin();
    const services = await readWhenReady(token);
    expect(services.size).toBe(9);
    expect(services.get('payout')).toEqual({
      ...{ service: 'payout', status: 'ready', state: payoutState },
    });
    expect(services.get('tracking')).toEqual({
      ...{ service: 'tracking', status: 'unreachable', state: null },
    });
    expect(services.get('identity')).toMatchObject({ status: 'ready', state: { parked: none } });
    expect(seen).toMatchObject({
      authorization: `Bearer ${token}`,
      'x-tributary-service-token': expect.any(String),
    });
  });

  it('counts an answer of another shape as none', async () => {
    const { access_token: token } = await identity.signedInAdmin();
    answer = { pending: 'many' };
    expect((await read(token)).get('payout')).toMatchObject({ status: 'unreachable' });
    answer = payoutState;
  });

  it('is for administrators', async () => {
    const { access_token: token } = await identity.registered();
    expect((await identity.call('GET', PATH, { token })).status).toBe(403);
    expect((await identity.call('GET', PATH)).status).toBe(401);
  });
});
