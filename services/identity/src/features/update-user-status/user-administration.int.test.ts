import { randomUUIDv7 } from 'node:crypto';
import { memberInvited, userStatusChanged, userUpdated } from '@tributary/contracts';
import { type EventProbe, eventually, openEventProbe } from '@tributary/testing';
import { ADMIN, identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';

type Identity = Awaited<ReturnType<typeof openIdentity>>;

let one: Identity;
let two: Identity;
let probe: EventProbe;
let admin: SignedIn;
let namespace = '';

beforeAll(async () => {
  const env = await identityEnv();
  namespace = env['NAMESPACE'] ?? '';
  // Both at once, on an empty database: they have to agree on one key and one administrator.
  [one, two, probe] = await Promise.all([
    openIdentity(env),
    openIdentity({ ...env, HTTP_PORT: '0' }),
    openEventProbe(env, ['identity.users', 'identity.mails']),
  ]);
  admin = await one.signedInAdmin();
});

afterAll(() => Promise.all([one.close(), two.close(), probe.close()]));

const asAdmin = (method: string, path: string, body?: unknown) =>
  one.call(method, path, { token: admin.access_token, body });

const updateStatus = (id: string, status: string) =>
  asAdmin('PUT', `/api/admin/users/${id}/status`, { status });

describe('two instances that start at once', () => {
  it('agree on one signing key and one administrator', async () => {
    const keys = await Promise.all(
      [one, two].map((each) => each.call('GET', '/.well-known/jwks.json')),
    );
    expect(keys[0]?.body).toEqual(keys[1]?.body);
    expect(keys[0]?.body['keys']).toHaveLength(1);
    const listed = await asAdmin('GET', '/api/admin/users?role=admin');
    expect(listed.body).toMatchObject({ pagination: { total: 1 } });
  });

  it('each accept the tokens of the other', async () => {
    const elsewhere = await two.signedInAdmin();
    expect(elsewhere.user).toMatchObject({ email: ADMIN.email, role: 'admin' });
    const { status } = await two.call('GET', '/api/auth/me', { token: admin.access_token });
    expect(status).toBe(200);
  });
});

describe('suspending', () => {
  it('ends access tokens within 5 s on every instance, and refuses refresh and sign-in', async () => {
    const signedIn = await one.registered();
    const token = signedIn.access_token;
    const suspended = await updateStatus(signedIn.user.id, 'suspended');
    expect(suspended).toMatchObject({ status: 200, body: { status: 'suspended' } });
    const began = performance.now();
    await eventually(async () => {
      const answers = await Promise.all(
        [one, two].map((each) => each.call('GET', '/api/auth/me', { token })),
      );
      return answers.every(({ status }) => status === 401);
    });
    expect(performance.now() - began).toBeLessThan(5_000);

    const refreshed = await two.call('POST', '/api/auth/refresh', {
      body: { refresh_token: signedIn.refresh_token },
    });
    expect(refreshed.status).toBe(401);
    const body = { email: signedIn.user['email'], password: 'correct horse battery' };
    const again = await two.call('POST', '/api/auth/login', { body });
    expect(again).toMatchObject({ status: 403, body: { error: 'account_suspended' } });
    const event = await probe.waitFor(
      userStatusChanged,
      ({ userId }) => userId === signedIn.user.id,
    );
    expect(event.data).toMatchObject({ previousStatus: 'active', status: 'suspended' });
  });

  it('can be reversed: a new sign-in works at once, an old token stays revoked', async () => {
    const signedIn = await one.registered();
    await updateStatus(signedIn.user.id, 'suspended');
    expect(await updateStatus(signedIn.user.id, 'active')).toMatchObject({ status: 200 });
    const body = { email: signedIn.user['email'], password: 'correct horse battery' };
    const again = await one.call<SignedIn>('POST', '/api/auth/login', { body });
    expect(again.status).toBe(200);
    await eventually(async () => {
      const old = await two.call('GET', '/api/auth/me', { token: signedIn.access_token });
      return old.status === 401;
    });
    const fresh = await two.call('GET', '/api/auth/me', { token: again.body.access_token });
    expect(fresh.status).toBe(200);
  });

  it('refuses members until the account is reinstated, and leaves their refresh tokens valid', async () => {
    const owner = await one.registered();
    const guest = `${randomUUIDv7()}@example.com`;
    const invitation = { token: owner.access_token, body: { email: guest, role: 'analyst' } };
    await one.call('POST', '/api/team/invitations', invitation);
    const mail = await probe.waitFor(memberInvited, ({ email }) => email === guest);
    const body = { token: mail.data.token, name: 'Finn', password: 'a good battery staple' };
    const joined = await one.call<SignedIn>('POST', '/api/auth/invitations/register', { body });
    const given = { body: { refresh_token: joined.body.refresh_token } };
    const refresh = () => one.call('POST', '/api/auth/refresh', given);
    await updateStatus(owner.user.id, 'suspended');
    const refused = { status: 403, body: { error: 'not_a_member' } };
    expect(await refresh()).toMatchObject(refused);
    expect(await refresh()).toMatchObject(refused);
    await updateStatus(owner.user.id, 'active');
    expect(await refresh()).toMatchObject({ status: 200 });
  });

  it('survives a Redis that lost everything', async () => {
    const { user, access_token: token } = await one.registered();
    await updateStatus(user.id, 'suspended');
    const { redis } = one.platform;
    const list = `${namespace}revoked-users`;
    await redis.del(list);
    await eventually(async () => (await redis.zscore(list, user.id)) !== null);
    await eventually(async () => {
      const { status } = await two.call('GET', '/api/auth/me', { token });
      return status === 401;
    });
  });

  it('refuses the own account', async () => {
    const answer = await updateStatus(admin.user.id, 'suspended');
    expect(answer).toMatchObject({ status: 409, body: { error: 'cannot_suspend_yourself' } });
  });
});

describe('plans', () => {
  it('are in force from the next token on', async () => {
    const signedIn = await one.registered();
    const path = `/api/admin/users/${signedIn.user.id}/plan`;
    expect(await asAdmin('PUT', path, { plan: 'pro' })).toMatchObject({
      status: 200,
      body: { plan: 'pro' },
    });
    await probe.waitFor(
      userUpdated,
      ({ userId, plan }) => userId === signedIn.user.id && plan === 'pro',
    );
    const refreshed = await one.call<SignedIn>('POST', '/api/auth/refresh', {
      body: { refresh_token: signedIn.refresh_token },
    });
    const payload = refreshed.body.access_token.split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ plan: 'pro' });
  });

  it.each([
    ['an unknown plan', { plan: 'gold' }, 400],
    ['no plan', {}, 400],
    ['more than a plan', { plan: 'pro', role: 'admin' }, 400],
  ])('refuse %s', async (_case, body, status) => {
    const { user } = await one.registered();
    expect(await asAdmin('PUT', `/api/admin/users/${user.id}/plan`, body)).toMatchObject({
      status,
    });
  });

  it('answer 404 for ids that are unknown or malformed', async () => {
    for (const id of [randomUUIDv7(), 'nobody', '%24ne', '..%2f']) {
      const answer = await asAdmin('PUT', `/api/admin/users/${id}/plan`, { plan: 'pro' });
      expect(answer.status).toBe(404);
    }
  });
});

describe('one user', () => {
  it('is read as listed, by administrators alone', async () => {
    const made = await one.registered({ role: 'affiliate' });
    const path = `/api/admin/users/${made.user.id}`;
    expect(await asAdmin('GET', path)).toMatchObject({ status: 200, body: made.user });
    const absent = await asAdmin('GET', `/api/admin/users/${randomUUIDv7()}`);
    const malformed = await asAdmin('GET', '/api/admin/users/nobody');
    expect([absent.status, malformed.body]).toEqual([404, absent.body]);
    expect((await one.call('GET', path, { token: made.access_token })).status).toBe(403);
  });
});

describe('the list of users', () => {
  it('is filtered, sorted newest first, and paginated', async () => {
    const made: SignedIn[] = [];
    for (let count = 0; count < 3; count += 1) made.push(await one.registered({ role: 'brand' }));
    const pageOf = async (page: number) => {
      const path = `/api/admin/users?role=brand&per_page=2&page=${String(page)}`;
      return (await asAdmin('GET', path)).body as {
        users: { id: string }[];
        pagination: { page: number; per_page: number; total: number; pages: number };
      };
    };
    const first = await pageOf(1);
    const second = await pageOf(2);
    expect(first.pagination).toEqual({ page: 1, per_page: 2, total: 3, pages: 2 });
    const listed = [...first.users, ...second.users].map(({ id }) => id);
    expect(listed).toEqual(made.map(({ user }) => user.id).toReversed());
    expect(JSON.stringify(first)).not.toContain('argon2');
  });

  it('finds a user by e-mail address', async () => {
    const { user } = await one.registered();
    const path = `/api/admin/users?email=${encodeURIComponent(String(user['email']).toUpperCase())}`;
    expect((await asAdmin('GET', path)).body).toMatchObject({ users: [{ id: user.id }] });
  });

  it('finds users by a part of their name, company or address', async () => {
    const mark = randomUUIDv7().slice(-12);
    const { user } = await one.registered({ name: `Reed & (${mark}) Sons` });
    const find = async (text: string) =>
      (await asAdmin('GET', `/api/admin/users?search=${encodeURIComponent(text)}`)).body['users'];
    expect(await find(`ed & (${mark.toUpperCase()}`)).toMatchObject([{ id: user.id }]);
    const [name] = String(user['email']).split('@');
    expect(await find(String(name).slice(2))).toMatchObject([{ id: user.id }]);
    expect(await find(`.*${mark}`)).toEqual([]);
  });

  it.each([
    'search=a',
    'per_page=101',
    'page=0',
    'page=1e3',
    'role=root',
    'status[$ne]=active',
    'nothing=1',
  ])('refuses ?%s', async (query) => {
    expect(await asAdmin('GET', `/api/admin/users?${query}`)).toMatchObject({ status: 400 });
  });
});
