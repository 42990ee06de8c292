import { randomUUIDv7 } from 'node:crypto';
import { userCredentialsChanged, userRegistered, userUpdated } from '@tributary/contracts';
import { type EventProbe, eventually, openEventProbe } from '@tributary/testing';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';

type Identity = Awaited<ReturnType<typeof openIdentity>>;

const PASSWORD = 'correct horse battery';
let identity: Identity;
let probe: EventProbe;

beforeAll(async () => {
  const env = await identityEnv();
  [identity, probe] = await Promise.all([
    openIdentity(env),
    openEventProbe(env, ['identity.users']),
  ]);
});

afterAll(() => Promise.all([identity.close(), probe.close()]));

const refresh = (refreshToken: string) =>
  identity.call<SignedIn>('POST', '/api/auth/refresh', { body: { refresh_token: refreshToken } });

describe('registering', () => {
  it('creates the account, signs it in and publishes it', async () => {
    const email = `${randomUUIDv7()}@Example.com`;
    const { status, body } = await identity.call<SignedIn>('POST', '/api/auth/register', {
      body: {
        email,
        password: PASSWORD,
        role: 'brand',
        name: ' Shop ',
        company: 'Shop Ltd',
        country: 'de',
        website: 'https://shop.example.com',
        marketing_channels: ['blog'],
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(body.user).toEqual({
      id: body.user.id,
      email: email.toLowerCase(),
      email_verified: false,
      role: 'brand',
      plan: 'free',
      status: 'active',
      name: 'Shop',
      company: 'Shop Ltd',
      country: 'DE',
      phone: null,
      website: 'https://shop.example.com',
      marketing_channels: ['blog'],
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    const me = await identity.call('GET', '/api/auth/me', { token: body.access_token });
    expect(me).toMatchObject({ status: 200, body: body.user });
    const event = await probe.waitFor(userRegistered, ({ userId }) => userId === body.user.id);
    expect(event.data).toMatchObject({ role: 'brand', company: 'Shop Ltd', country: 'DE' });
  });

  it('gives an address to one of ten racing requests, however it is written', async () => {
    const name = randomUUIDv7();
    const spellings = [`${name}@example.com`, ` ${name.toUpperCase()}@EXAMPLE.com `];
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        identity.call('POST', '/api/auth/register', {
          body: { email: spellings[index % 2], password: PASSWORD, role: 'brand', name: 'A' },
        }),
      ),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = all.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(9);
    expect(refused[0]?.body).toMatchObject({ error: 'email_taken' });
  });

  it.each([
    ['a short password', { password: '123456789' }, 'password'],
    ['one of the most common passwords', { password: 'Qwertyuiop' }, 'password'],
    [
      'a password with the owner’s name',
      { name: 'Marguerite', password: 'marguerite-1' },
      'password',
    ],
    ['no address', { email: 'nobody' }, 'email'],
    ['a query in place of an address', { email: { $gt: '' } }, 'email'],
    ['a role that only administrators have', { role: 'admin' }, 'role'],
    ['a field that does not exist', { plan: 'enterprise' }, 'plan'],
    ['a status', { status: 'verified' }, 'status'],
    ['an invalid country', { country: 'Germany' }, 'country'],
    ['a script for a website', { website: 'javascript:alert(1)' }, 'website'],
    ['control characters', { name: 'a\u0000b' }, 'name'],
  ])('refuses %s and names the field', async (_case, given, field) => {
    const email = `${randomUUIDv7()}@example.com`;
    const { status, body } = await identity.call('POST', '/api/auth/register', {
      body: { email, password: PASSWORD, role: 'brand', name: 'A', ...given },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'invalid_request' });
    expect(String(body['detail'])).toContain(field);
  });
});

describe('signing in', () => {
  it('accepts the right password, and responds alike to a wrong one and to no account', async () => {
    const { user } = await identity.registered();
    const logIn = (email: unknown, password: string) =>
      identity.call<SignedIn>('POST', '/api/auth/login', { body: { email, password } });
    expect(await logIn(user['email'], PASSWORD)).toMatchObject({ status: 200, body: { user } });
    const wrong = await logIn(user['email'], 'something else');
    const nobody = await logIn(`${randomUUIDv7()}@example.com`, PASSWORD);
    expect(wrong.status).toBe(401);
    expect(nobody).toMatchObject({ status: 401, body: wrong.body });
    expect(wrong.body).toMatchObject({ error: 'invalid_credentials' });
  });
});

describe('refreshing', () => {
  it('accepts a token once: its successor works, and the first one ends the whole family', async () => {
    const first = await identity.registered();
    const second = await refresh(first.refresh_token);
    expect(second).toMatchObject({ status: 200, body: { user: { id: first.user.id } } });
    const third = await refresh(second.body.refresh_token);
    expect(third.status).toBe(200);

    const reused = await refresh(first.refresh_token);
    expect(reused).toMatchObject({ status: 401, body: { error: 'invalid_refresh_token' } });
    expect(await refresh(third.body.refresh_token)).toMatchObject({ status: 401 });
  });

  it('accepts at most one of twenty requests with one token, and ends the session', async () => {
    const { refresh_token: token } = await identity.registered();
    const all = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    const succeeded = all.filter(({ status }) => status === 200);
    expect(succeeded).toHaveLength(1);
    expect(all.filter(({ status }) => status === 401)).toHaveLength(19);
    const successor = succeeded[0]?.body.refresh_token ?? '';
    expect(await refresh(successor)).toMatchObject({ status: 401 });
  });

  it('leaves other sessions of the user alone', async () => {
    const first = await identity.registered();
    const body = { email: first.user['email'], password: PASSWORD };
    const other = await identity.call<SignedIn>('POST', '/api/auth/login', { body });
    await refresh(first.refresh_token);
    expect(await refresh(first.refresh_token)).toMatchObject({ status: 401 });
    expect(await refresh(other.body.refresh_token)).toMatchObject({ status: 200 });
  });

  it('refuses tokens that it never issued, and an invented token does not end a session', async () => {
    const { refresh_token: token, access_token: access } = await identity.registered();
    const invented = `${token.slice(0, 30)}${'A'.repeat(token.length - 30)}`;
    for (const wrong of [invented, access.slice(0, 200), 'trr_', `${token}x`]) {
      expect(await refresh(wrong)).toMatchObject({ status: 401 });
    }
    expect(await refresh(token)).toMatchObject({ status: 200 });
  });
});

describe('signing out', () => {
  it('ends the session, and the access token within seconds', async () => {
    const signedIn = await identity.registered();
    const token = signedIn.access_token;
    const body = { refresh_token: signedIn.refresh_token };
    const answer = await identity.call('POST', '/api/auth/logout', { token, body });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await refresh(signedIn.refresh_token)).toMatchObject({ status: 401 });
    const began = performance.now();
    await eventually(async () => {
      const { status } = await identity.call('GET', '/api/auth/me', { token });
      return status === 401;
    });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('does not let one user end another’s session', async () => {
    const [mine, theirs] = await Promise.all([identity.registered(), identity.registered()]);
    const answer = await identity.call('POST', '/api/auth/logout', {
      token: mine.access_token,
      body: { refresh_token: theirs.refresh_token },
    });
    expect(answer.status).toBe(200);
    expect(await refresh(theirs.refresh_token)).toMatchObject({ status: 200 });
  });

  it('requires a token', async () => {
    const body = { refresh_token: 'x' };
    expect(await identity.call('POST', '/api/auth/logout', { body })).toMatchObject({
      status: 401,
      body: { error: 'not_authenticated' },
    });
  });
});

describe('updating the own account', () => {
  const put = (token: string, body: unknown) =>
    identity.call('PUT', '/api/auth/me', { token, body });

  it('changes the given fields and publishes the change once', async () => {
    const { access_token: token, user } = await identity.registered({ company: 'Old' });
    const changes = { name: 'New', company: null, phone: '+49 30 123456' };
    const changed = await put(token, changes);
    expect(changed).toMatchObject({ status: 200, body: { ...changes, email: user['email'] } });
    expect(await put(token, changes)).toMatchObject({ status: 200, body: changes });
    await probe.waitFor(userUpdated, ({ userId, name }) => userId === user.id && name === 'New');
    const published = probe.events(userUpdated).filter(({ data }) => data.userId === user.id);
    expect(published).toHaveLength(1);
  });

  it('requires the current password for a new one, which ends all sessions', async () => {
    const { access_token: token, user, refresh_token } = await identity.registered();
    const password = 'another long password';
    expect(await put(token, { password })).toMatchObject({ status: 400 });
    const wrong = await put(token, { password, current_password: 'not this one' });
    expect(wrong).toMatchObject({ status: 403, body: { error: 'wrong_current_password' } });
    expect(await put(token, { password, current_password: PASSWORD })).toMatchObject({
      status: 200,
    });
    expect(await refresh(refresh_token)).toMatchObject({ status: 401 });
    const began = performance.now();
    await eventually(async () => (await put(token, { name: 'Thief' })).status === 401);
    expect(performance.now() - began).toBeLessThan(5_000);
    const logIn = (given: string) =>
      identity.call('POST', '/api/auth/login', { body: { email: user['email'], password: given } });
    expect(await logIn(PASSWORD)).toMatchObject({ status: 401 });
    expect(await logIn(password)).toMatchObject({ status: 200 });
    const event = await probe.waitFor(userCredentialsChanged, ({ userId }) => userId === user.id);
    expect(event.data.changed).toEqual(['password']);
  });

  it('lists the API keys that outlast a new password, and ends them on request', async () => {
    const { access_token: token, user } = await identity.registered();
    const key = { name: 'Shop', scopes: ['payouts:read'] };
    await identity.call('POST', '/api/auth/api-keys', { token, body: key });
    const first = { password: 'another long secret', current_password: PASSWORD };
    expect(await put(token, first)).toMatchObject({
      status: 200,
      body: { api_keys: [{ name: 'Shop' }] },
    });
    const body = { email: user['email'], password: first.password };
    const again = await identity.call<SignedIn>('POST', '/api/auth/login', { body });
    const second = { password: 'my third long secret', current_password: first.password };
    expect(await put(again.body.access_token, { ...second, end_api_keys: true })).toMatchObject({
      status: 200,
      body: { api_keys: [] },
    });
  });

  it('requires it for a new address too, which must be free', async () => {
    const [mine, theirs] = await Promise.all([identity.registered(), identity.registered()]);
    const email = `${randomUUIDv7()}@example.com`;
    const token = mine.access_token;
    expect(await put(token, { email })).toMatchObject({ status: 400 });
    const taken = { email: theirs.user['email'], current_password: PASSWORD };
    expect(await put(token, taken)).toMatchObject({ status: 409, body: { error: 'email_taken' } });
    const free = { email: email.toUpperCase(), current_password: PASSWORD };
    expect(await put(token, free)).toMatchObject({ status: 200, body: { email } });
    expect(await put(token, { email })).toMatchObject({ status: 200 });
  });

  it('cannot change role, plan or status', async () => {
    const { access_token: token } = await identity.registered();
    for (const body of [{ role: 'admin' }, { plan: 'pro' }, { status: 'verified' }, { id: 'x' }]) {
      expect(await put(token, body)).toMatchObject({ status: 400 });
    }
  });
});
