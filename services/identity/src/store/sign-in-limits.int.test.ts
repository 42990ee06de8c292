import { randomUUIDv7 } from 'node:crypto';
import { identityEnv, openIdentity } from '../testing/open-identity.ts';

type Identity = Awaited<ReturnType<typeof openIdentity>>;
let instances: readonly [Identity, Identity];

beforeAll(async () => {
  const env = await identityEnv({
    RATE_LIMIT_LOGIN_PER_MINUTE: '10',
    RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP: '6',
  });
  instances = await Promise.all([openIdentity(env), openIdentity({ ...env, HTTP_PORT: '0' })]);
});

afterAll(async () => {
  await Promise.all(instances.map((each) => each.close()));
});

const countOf = (answers: readonly { status: number }[], wanted: number): number =>
  answers.filter(({ status }) => status === wanted).length;

/** Alternating between the instances, all at once. */
const spread = <T>(count: number, call: (instance: Identity, index: number) => Promise<T>) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => call(instances[index % 2 === 0 ? 0 : 1], index)),
  );

const logIn = (instance: Identity, ip: string, email: string) =>
  instance.call('POST', '/api/auth/login', { ip, body: { email, password: 'not the password' } });

describe('sign-in limits over two instances', () => {
  it('allow ten sign-ins a minute for one account from one IP address', async () => {
    const email = `${randomUUIDv7()}@example.com`;
    const answers = await spread(16, (instance) => logIn(instance, '203.0.113.7', email));
    expect(countOf(answers, 401)).toBe(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(6);
    for (const { headers, body } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('ratelimit-limit')).toBe('10');
      expect(headers.get('ratelimit-remaining')).toBe('0');
      expect(body).toMatchObject({ error: 'rate_limit_exceeded' });
    }
  });

  it('allow a hundred a minute for one account, from however many networks', async () => {
    const email = `${randomUUIDv7()}@example.com`;
    const answers = await spread(104, (instance, index) =>
      logIn(
        instance,
        `198.51.${String(index >> 2)}.1`,
        index % 2 === 0 ? email : email.toUpperCase(),
      ),
    );
    expect(countOf(answers, 401)).toBe(100);
    expect(countOf(answers, 429)).toBe(4);
  }, 120_000);

  it('do not let strangers lock the owner out, who signs in from a known network', async () => {
    const [instance] = instances;
    const home = '192.0.2.200';
    const password = 'correct horse battery';
    const email = `${randomUUIDv7()}@example.com`;
    await instance.call('POST', '/api/auth/register', {
      ip: home,
      body: { email, password, role: 'brand', name: 'A' },
    });
    const attempts = await spread(101, (each, index) =>
      logIn(each, `203.0.${String(index >> 2)}.7`, email),
    );
    expect(countOf(attempts, 429)).toBe(1);
    const from = (ip: string) =>
      instance.call('POST', '/api/auth/login', { ip, body: { email, password } });
    expect(await from('192.0.2.201')).toMatchObject({ status: 429 });
    expect(await from(home)).toMatchObject({ status: 200 });
  }, 120_000);

  it('count all addresses of an IPv6 /64 as one, because one customer has them all', async () => {
    const email = `${randomUUIDv7()}@example.com`;
    const answers = await spread(14, (instance, index) =>
      logIn(instance, `2001:db8:1:2::${index.toString(16)}`, email),
    );
    expect(countOf(answers, 401)).toBe(10);
  });

  it('limit registrations and refreshes by IP address', async () => {
    const registrations = await spread(9, (instance) =>
      instance.call('POST', '/api/auth/register', {
        ip: '192.0.2.1',
        body: {
          email: `${randomUUIDv7()}@example.com`,
          password: 'correct horse battery',
          role: 'brand',
          name: 'A',
        },
      }),
    );
    expect(countOf(registrations, 201)).toBe(6);
    expect(countOf(registrations, 429)).toBe(3);
    const refreshes = await spread(9, (instance) =>
      instance.call('POST', '/api/auth/refresh', { ip: '192.0.2.1', body: { refresh_token: 'x' } }),
    );
    expect(countOf(refreshes, 401)).toBe(6);
    expect(countOf(refreshes, 429)).toBe(3);
  });

  it('count registrations that are refused, too', async () => {
    const register = (path: string, body: object) =>
      instances[0].call('POST', path, { ip: '192.0.2.79', body });
    const statuses: number[] = [];
    for (let calls = 0; calls < 3; calls += 1) {
      statuses.push((await register('/api/auth/register', { email: 'nobody' })).status);
      statuses.push((await register('/api/auth/invitations/register', {})).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400]);
    const valid = { password: 'correct horse battery', role: 'brand', name: 'A' };
    const email = `${randomUUIDv7()}@example.com`;
    expect((await register('/api/auth/register', { ...valid, email })).status).toBe(429);
    expect((await register('/api/auth/register', {})).status).toBe(429);
  });

  it('return the remaining requests', async () => {
    const { headers } = await logIn(instances[0], '192.0.2.77', `${randomUUIDv7()}@example.com`);
    expect(headers.get('ratelimit-limit')).toBeNull();
    const made = await instances[0].call('POST', '/api/auth/register', {
      ip: '192.0.2.78',
      body: {
        email: `${randomUUIDv7()}@example.com`,
        password: 'correct horse battery',
        role: 'brand',
        name: 'A',
      },
    });
    expect(made.headers.get('ratelimit-limit')).toBe('6');
    expect(made.headers.get('ratelimit-remaining')).toBe('5');
    expect(Number(made.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
  });
});

describe('the sign-in limit of a network that many people share', () => {
  const password = 'correct horse battery';
  let identity: Identity;

  beforeAll(async () => {
    identity = await openIdentity(await identityEnv({ RATE_LIMIT_LOGIN_PER_MINUTE: '1' }));
  });
  afterAll(() => identity.close());

  it('counts failures, ten times as many as for one account, and no successes', async () => {
    const ip = '203.0.113.99';
    const colleagues = Array.from({ length: 12 }, () => `${randomUUIDv7()}@example.com`);
    for (const email of colleagues) {
      const body = { email, password, role: 'brand', name: 'A' };
      await identity.call('POST', '/api/auth/register', { ip, body });
      const signedIn = await identity.call('POST', '/api/auth/login', {
        ip,
        body: { email, password },
      });
      expect(signedIn.status).toBe(200);
    }
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      statuses.push((await logIn(identity, ip, `${randomUUIDv7()}@example.com`)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});
