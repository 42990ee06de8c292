import { userSessionReused } from '@tributary/contracts';
import { type GrpcClient, openGrpcClient } from '@tributary/grpc';
import { type EventProbe, eventually, openEventProbe, tokensOf } from '@tributary/testing';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';

const PASSWORD = 'correct horse battery';
const HEADER = 'x-tributary-session-cookie';
const MINUTE_MS = 60_000;

let identity: Awaited<ReturnType<typeof openIdentity>>;
let users: GrpcClient<'tributary.identity.v1.Users'>;
let probe: EventProbe;

beforeAll(async () => {
  const env = await identityEnv();
  [identity, probe] = await Promise.all([
    openIdentity(env),
    openEventProbe(env, ['identity.users']),
  ]);
  const address = `127.0.0.1:${String(identity.grpcPort)}`;
  users = openGrpcClient('tributary.identity.v1.Users', address, tokensOf('gateway'));
});

afterAll(async () => {
  users.close();
  await Promise.all([identity.close(), probe.close()]);
});

const exchange = (cookie: string) =>
  users.call('ExchangeSessionCookie', { cookie }, { deadlineMs: 5_000, idempotent: true });
const isRefused = (cookie: string) =>
  expect(exchange(cookie)).rejects.toMatchObject({ code: 'invalid_session' });
const cookieOf = ({ headers }: { readonly headers: Headers }) => headers.get(HEADER) ?? '';
const sidOf = (cookie: string) =>
  Buffer.from(cookie.slice(4), 'base64url')
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Calls with a cookie as the gateway does. */
const post = (path: string, cookie: string, body: unknown) =>
  identity.call('POST', path, { body, headers: { [HEADER]: cookie } });
const signIn = async (owner: SignedIn, cookie = 'none') =>
  post('/api/auth/login', cookie, { email: owner.user['email'], password: PASSWORD });
const startSession = async (): Promise<{ owner: SignedIn; cookie: string }> => {
  const owner = await identity.registered();
  return { owner, cookie: cookieOf(await signIn(owner)) };
};

const sessions = () => identity.platform.mongo.connection.collection<{ _id: string }>('sessions');
/** Moves the times of a session into the past, as if it had been left alone for so long. */
const age = async (cookie: string, byMs: number) => {
  const session = await sessions().findOne({ _id: sidOf(cookie) });
  const moved = Object.fromEntries(
    ['createdAt', 'rotatedAt', 'expiresAt', 'browser.previousUntil', 'browser.nextIssuedAt']
      .map((path): [string, unknown] => {
        const value = path
          .split('.')
          .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], session);
        return [path, value instanceof Date ? new Date(value.getTime() - byMs) : value];
      })
      .filter(([, value]) => value !== null),
  );
  await sessions().updateOne({ _id: sidOf(cookie) }, { $set: moved });
};
/** The cookie after a rotation that the browser has used. */
const rotated = async (cookie: string): Promise<string> => {
  await age(cookie, 11 * MINUTE_MS);
  const { successor } = await exchange(cookie);
  await exchange(successor);
  return successor;
};

describe('signing in with a cookie', () => {
  it('returns no token that a script could read, and a cookie that gives access', async () => {
    const owner = await identity.registered();
    const answer = await signIn(owner);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ session: 'cookie', user: owner.user });
    expect(cookieOf(answer)).toMatch(/^trs_[\w-]{86}$/);
    const { accessToken, successor } = await exchange(cookieOf(answer));
    expect(successor).toBe('');
    const me = await identity.call('GET', '/api/auth/me', { token: accessToken });
    expect(me).toMatchObject({ status: 200, body: { id: owner.user.id } });
  });

  it('works for a registration as well', async () => {
    const owner = await identity.registered();
    const email = `new-${String(owner.user['email'])}`;
    const body = { email, password: PASSWORD, role: 'brand', name: 'A' };
    const answer = await post('/api/auth/register', 'none', body);
    expect(answer).toMatchObject({ status: 201, body: { session: 'cookie', user: { email } } });
    expect(JSON.stringify(answer.body)).not.toMatch(/tr[rs]_|access_token/);
    await exchange(cookieOf(answer));
  });

  it('ends the session that the browser had', async () => {
    const { cookie } = await startSession();
    const other = await identity.registered();
    const answer = await signIn(other, cookie);
    await isRefused(cookie);
    const { accessToken } = await exchange(cookieOf(answer));
    const me = await identity.call('GET', '/api/auth/me', { token: accessToken });
    expect(me.body).toMatchObject({ id: other.user.id });
  });

  it('makes a cookie that is no refresh token, and refresh tokens are no cookies', async () => {
    const { owner, cookie } = await startSession();
    for (const refresh_token of [cookie, cookie.replace('trs_', 'trr_')]) {
      const answer = await identity.call('POST', '/api/auth/refresh', { body: { refresh_token } });
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_refresh_token' } });
    }
    await isRefused(owner.refresh_token);
    await isRefused(owner.refresh_token.replace('trr_', 'trs_'));
    await exchange(cookie);
  });

  it('is listed as a session of a browser, with device and network', async () => {
    const { owner, cookie } = await startSession();
    const { accessToken: token } = await exchange(cookie);
    const { body } = await identity.call('GET', '/api/auth/sessions', { token });
    expect(body['sessions']).toMatchObject([
      { kind: 'browser', network: '203.0.113.1', is_current: true },
      { kind: 'tokens', is_current: false },
    ]);
    const ended = await identity.call('DELETE', `/api/auth/sessions/${sidOf(cookie)}`, {
      token: owner.access_token,
    });
    expect(ended.status).toBe(200);
    await isRefused(cookie);
  });
});

describe('the rotation of a session cookie', () => {
  it('gives one of many parallel requests the successor, and lets the others pass', async () => {
    const { cookie } = await startSession();
    await age(cookie, 11 * MINUTE_MS);
    const all = await Promise.all(Array.from({ length: 10 }, () => exchange(cookie)));
    const successors = all.map(({ successor }) => successor).filter((one) => one !== '');
    expect(successors).toHaveLength(1);
    const [next = ''] = successors;
    // Both tabs use both cookies for a while, also at once.
    await Promise.all([next, cookie, next, cookie, next].map((one) => exchange(one)));
    await exchange(next);
    await exchange(cookie);
  });

  it('loses nothing where the response with the successor is lost', async () => {
    const { cookie } = await startSession();
    await age(cookie, 11 * MINUTE_MS);
    const lost = (await exchange(cookie)).successor;
    expect(lost).not.toBe('');
    expect((await exchange(cookie)).successor).toBe('');
    await age(cookie, 3 * MINUTE_MS);
    const { successor } = await exchange(cookie);
    expect(successor).not.toBe('');
    expect(successor).not.toBe(lost);
    await exchange(successor);
  });

  it('ends the session, with its access tokens, where a replaced cookie is used later, and alerts its owner', async () => {
    const { owner, cookie: stolen } = await startSession();
    const cookie = await rotated(stolen);
    const { accessToken: token } = await exchange(cookie);
    await age(cookie, MINUTE_MS);
    await isRefused(stolen);
    await isRefused(cookie);
    await eventually(
      async () => (await identity.call('GET', '/api/auth/me', { token })).status === 401,
      { timeoutMs: 5_000 },
    );
    await isRefused(stolen);
    await probe.waitFor(userSessionReused, ({ userId }) => userId === owner.user.id);
    const alerts = probe
      .events(userSessionReused)
      .filter(({ data }) => data.userId === owner.user.id);
    expect(alerts).toHaveLength(1);
    // The owner's other sessions go on.
    const body = { refresh_token: owner.refresh_token };
    expect((await identity.call('POST', '/api/auth/refresh', { body })).status).toBe(200);
  });

  it('ends the session where a thief was given the successor before the browser', async () => {
    const { cookie } = await startSession();
    await age(cookie, 11 * MINUTE_MS);
    const thief = (await exchange(cookie)).successor;
    await age(cookie, 3 * MINUTE_MS);
    const browser = (await exchange(cookie)).successor;
    await exchange(browser);
    await isRefused(thief);
    await isRefused(browser);
  });

  it('ends after a day without use, and after 14 days with it', async () => {
    const { cookie } = await startSession();
    const used = await rotated(cookie);
    await age(used, 24 * 60 * MINUTE_MS);
    await isRefused(used);
    const { cookie: old } = await startSession();
    const createdAt = new Date(Date.now() - 14 * 24 * 60 * MINUTE_MS + 11.5 * MINUTE_MS);
    await sessions().updateOne({ _id: sidOf(old) }, { $set: { createdAt } });
    const last = await rotated(old);
    await age(last, MINUTE_MS);
    await isRefused(last);
  });

  it('is made at once by a refresh, and no token is in the response', async () => {
    const { cookie } = await startSession();
    const answer = await post('/api/auth/refresh', cookie, {});
    expect(answer).toMatchObject({ status: 200, body: { session: 'cookie' } });
    expect(JSON.stringify(answer.body)).not.toMatch(/tr[rs]_|access_token/);
    const next = cookieOf(answer);
    expect(next).not.toBe(cookie);
    expect(cookieOf(await post('/api/auth/refresh', cookie, {}))).toBe(next);
    await exchange(next);
  });

  it('needs a refresh token where there is no cookie', async () => {
    const answer = await identity.call('POST', '/api/auth/refresh', { body: {} });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    const none = await post('/api/auth/refresh', 'none', {});
    expect(none).toMatchObject({ status: 401, body: { error: 'invalid_session' } });
  });
});

describe('a browser', () => {
  it('acts for another account by its cookie alone', async () => {
    const { owner, cookie } = await startSession();
    const account = await identity.registered({ role: 'brand' });
    const memberships = identity.platform.mongo.connection.collection<
      { _id: string } & Record<string, unknown>
    >('memberships');
    const now = new Date();
    await memberships.insertOne({
      _id: `${account.user.id}/${owner.user.id}`,
      accountId: account.user.id,
      memberId: owner.user.id,
      role: 'analyst',
      status: 'active',
      tokensRevokedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    const switched = await post('/api/auth/switch', cookie, { account_id: account.user.id });
    expect(switched).toMatchObject({
      status: 200,
      body: { session: 'cookie', user: { id: account.user.id } },
    });
    const { accessToken: token } = await exchange(cookieOf(switched));
    const { body } = await identity.call('GET', '/api/auth/accounts', { token });
    expect(JSON.stringify(body)).toContain(account.user.id);
    const stranger = await identity.registered();
    const refused = await post('/api/auth/switch', cookieOf(switched), {
      account_id: stranger.user.id,
    });
    expect(refused).toMatchObject({ status: 403, body: { error: 'not_a_member' } });
    await exchange(cookieOf(switched));
    const removed = await identity.call('DELETE', `/api/team/members/${owner.user.id}`, {
      token: account.access_token,
    });
    expect(removed.status).toBe(200);
    await isRefused(cookieOf(switched));
  });

  it('signs out: the session ends with its access tokens, and the cookie is deleted', async () => {
    const { cookie } = await startSession();
    const { accessToken: token } = await exchange(cookie);
    const answer = await identity.call('POST', '/api/auth/logout', {
      token,
      body: {},
      headers: { [HEADER]: cookie },
    });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toBe('none');
    await isRefused(cookie);
    await eventually(
      async () => (await identity.call('GET', '/api/auth/me', { token })).status === 401,
      { timeoutMs: 5_000 },
    );
  });

  it('is signed out by a suspension, and its sign-in is refused', async () => {
    const { owner, cookie } = await startSession();
    const { access_token: token } = await identity.signedInAdmin();
    const path = `/api/admin/users/${owner.user.id}/status`;
    await identity.call('PUT', path, { token, body: { status: 'suspended' } });
    await isRefused(cookie);
    const answer = await signIn(owner);
    expect(answer).toMatchObject({ status: 403, body: { error: 'account_suspended' } });
    expect(cookieOf(answer)).toBe('');
  });

  it('is signed out by a new password', async () => {
    const { owner, cookie } = await startSession();
    const changed = await identity.call('PUT', '/api/auth/me', {
      token: owner.access_token,
      body: { current_password: PASSWORD, password: 'another good phrase' },
    });
    expect(changed.status).toBe(200);
    await isRefused(cookie);
  });
});
