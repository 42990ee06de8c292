import { userOidcLinkChanged } from '@tributary/contracts';
import { OPENID_CLIENT, type OpenIdFault, openOpenIdProvider } from '@tributary/sandbox';
import { gatewayFetch } from '@tributary/testing';
import { callerOf, identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';
import { type Mailbox, openMailbox } from '../../testing/open-mailbox.ts';

const PUBLIC_URL = 'https://go.example.com';
const CALLBACK = '/api/auth/oidc/callback';
let identity: Awaited<ReturnType<typeof openIdentity>>;
let provider: Awaited<ReturnType<typeof openOpenIdProvider>>;
let mailbox: Mailbox;
let people = 0;

beforeAll(async () => {
  provider = await openOpenIdProvider();
  const env = await identityEnv({
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OPENID_CLIENT.id,
    OIDC_CLIENT_SECRET: OPENID_CLIENT.secret,
  });
  [identity, mailbox] = await Promise.all([openIdentity(env), openMailbox(env)]);
});

afterAll(() => Promise.all([identity.close(), mailbox.close(), provider.close()]));

beforeEach(() => {
  people += 1;
  const subject = `person-${String(people)}`;
  provider.book.person = { subject, email: `${subject}@example.com` };
  provider.book.fault = undefined;
});

interface Begun {
  readonly url: string;
  readonly cookie: string;
}

const visit = (path: string, cookie = '') =>
  gatewayFetch('identity', `${identity.url}${path}`, {
    redirect: 'manual',
    headers: { 'x-tributary-client-ip': '203.0.113.1', ...(cookie === '' ? {} : { cookie }) },
  });

const cookieOf = (headers: Headers): string =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

async function begin(): Promise<Begun> {
  const { headers } = await visit('/api/auth/oidc/start');
  return { url: headers.get('location') ?? '', cookie: cookieOf(headers) };
}

async function beginLink({ access_token: token }: SignedIn): Promise<Begun> {
  const path = '/api/auth/oidc/links/start';
  const { body, headers } = await identity.call<{ url: string }>('POST', path, { token });
  return { url: body.url, cookie: cookieOf(headers) };
}

/** Follows the redirect to the provider; the path and query to which it returns the browser. */
async function signInAtProvider({ url }: Begun): Promise<string> {
  const { headers } = await fetch(url, { redirect: 'manual' });
  const back = new URL(headers.get('location') ?? '');
  expect(`${back.origin}${back.pathname}`).toBe(`${PUBLIC_URL}${CALLBACK}`);
  return `${back.pathname}${back.search}`;
}

/** The result in the fragment of the address to which the callback redirects. */
async function resultOf(path: string, cookie: string): Promise<URLSearchParams> {
  const { status, headers } = await visit(path, cookie);
  expect(status).toBe(303);
  const location = new URL(headers.get('location') ?? '');
  expect(location.origin).toBe(PUBLIC_URL);
  return new URLSearchParams(location.hash.slice(1));
}

async function codeOf(begun: Begun): Promise<string> {
  const result = await resultOf(await signInAtProvider(begun), begun.cookie);
  return result.get('oidc_code') ?? `none: ${result.toString()}`;
}

const collect = (code: string, cookie: string) =>
  identity.call<SignedIn>('POST', '/api/auth/oidc/session', {
    body: { code },
    headers: { cookie },
  });

async function link(owner: SignedIn) {
  const begun = await beginLink(owner);
  const body = { code: await codeOf(begun) };
  const { cookie } = begun;
  const { access_token: token } = owner;
  return identity.call('POST', '/api/auth/oidc/links', { token, body, headers: { cookie } });
}

async function logIn() {
  const begun = await begin();
  return collect(await codeOf(begun), begun.cookie);
}

describe('signing in at an OpenID provider', () => {
  it('opens a session of the login that its owner has linked', async () => {
    const owner = await identity.registered();
    expect(await link(owner)).toMatchObject({ status: 201, body: { issuer: provider.issuer } });
    expect(await logIn()).toMatchObject({ status: 200, body: { user: { id: owner.user.id } } });
    await mailbox.probe.waitFor(userOidcLinkChanged, ({ userId }) => userId === owner.user.id);
  });

  it('requests a code with PKCE, state and nonce, and sets a cookie for this host alone', async () => {
    const { headers } = await visit('/api/auth/oidc/start');
    const { searchParams } = new URL(headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: OPENID_CLIENT.id,
      redirect_uri: `${PUBLIC_URL}${CALLBACK}`,
      code_challenge_method: 'S256',
      nonce: expect.any(String) as string,
      state: expect.any(String) as string,
    });
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-tributary_oidc=trb_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
    );
  });

  it('neither creates nor claims a login by the provider’s e-mail address', async () => {
    const owner = await identity.registered();
    const email = String(owner.user['email']);
    provider.book.person = { ...provider.book.person, email };
    expect(await logIn()).toMatchObject({ status: 403, body: { error: 'oidc_not_linked' } });
  });

  it.each<OpenIdFault>(['nonce', 'audience', 'expired', 'signature', 'issuer', 'kid'])(
    'refuses an ID token with a wrong %s',
    async (fault) => {
      const begun = await begin();
      const back = await signInAtProvider(begun);
      provider.book.fault = fault;
      const result = await resultOf(back, begun.cookie);
      expect(result.get('oidc_code')).toBeNull();
      expect(result.get('oidc_error')).toMatch(/^oidc_(refused|unavailable)$/);
    },
  );

  it.each<OpenIdFault>(['error', 'silence'])(
    'reports a provider that fails (%s) as unavailable',
    async (fault) => {
      const begun = await begin();
      const back = await signInAtProvider(begun);
      provider.book.fault = fault;
      const result = await resultOf(back, begun.cookie);
      expect(result.get('oidc_error')).toBe('oidc_unavailable');
    },
    20_000,
  );

  it('refuses an answer of another issuer', async () => {
    const begun = await begin();
    const back = await signInAtProvider(begun);
    const mixed = back.replace(encodeURIComponent(provider.issuer), 'https%3A%2F%2Fevil.example');
    expect(mixed).not.toBe(back);
    expect((await resultOf(mixed, begun.cookie)).get('oidc_error')).toBe('oidc_refused');
  });

  it('refuses the return of another browser’s redirect, so that nobody is signed in as an attacker', async () => {
    const [attacker, victim] = [await begin(), await begin()];
    const back = await signInAtProvider(attacker);
    for (const cookie of ['', victim.cookie]) {
      expect((await resultOf(back, cookie)).get('oidc_error')).toBe('invalid_oidc_code');
    }
  });

  it('accepts a return once', async () => {
    const begun = await begin();
    const back = await signInAtProvider(begun);
    expect((await resultOf(back, begun.cookie)).has('oidc_code')).toBe(true);
    expect((await resultOf(back, begun.cookie)).get('oidc_error')).toBe('invalid_oidc_code');
  });

  it('gives the session of a code once, and to the browser that began alone', async () => {
    await link(await identity.registered());
    const [begun, other] = [await begin(), await begin()];
    const code = await codeOf(begun);
    expect(await collect(code, other.cookie)).toMatchObject({ status: 401 });
    const both = await Promise.all([collect(code, begun.cookie), collect(code, begun.cookie)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('is off without a provider', async () => {
    const off = await openIdentity(await identityEnv({ HTTP_PORT: '0' }));
    const { status, body } = await callerOf(off).call('GET', '/api/auth/oidc/start');
    await off.close();
    expect({ status, body }).toMatchObject({ status: 404, body: { error: 'oidc_off' } });
  });
});

describe('the linked accounts of a login', () => {
  it('belong to one login each, and one to each login', async () => {
    const [first, second] = [await identity.registered(), await identity.registered()];
    expect(await link(first)).toMatchObject({ status: 201 });
    expect(await link(second)).toMatchObject({ status: 409, body: { error: 'oidc_linked' } });
    provider.book.person = { ...provider.book.person, subject: 'somebody-else' };
    expect(await link(first)).toMatchObject({ status: 409, body: { error: 'oidc_linked' } });
  });

  it('require a recent proof of the person, because a stolen token must not add or remove a way in', async () => {
    const owner = await identity.registered();
    const linked = await link(owner);
    const sessions = identity.platform.mongo.connection.collection('sessions');
    const createdAt = new Date(Date.now() - 3_600_000);
    await sessions.updateMany({ userId: owner.user.id }, { $set: { createdAt } });
    const body = { refresh_token: owner.refresh_token };
    const refreshed = await identity.call<SignedIn>('POST', '/api/auth/refresh', { body });
    const { access_token: token } = refreshed.body;
    const path = '/api/auth/oidc/links';
    for (const [method, of] of [
      ['POST', 'start'],
      ['DELETE', String(linked.body['id'])],
    ] as const) {
      const answer = await identity.call(method, `${path}/${of}`, { token });
      expect(answer).toMatchObject({ status: 403, body: { error: 'step_up_required' } });
    }
  });

  it('are linked by the session that began alone, and never by a code to sign in', async () => {
    const [owner, victim] = [await identity.registered(), await identity.registered()];
    const begun = await beginLink(owner);
    const stolen = { body: { code: await codeOf(begun) }, headers: { cookie: begun.cookie } };
    const path = '/api/auth/oidc/links';
    const { access_token: token } = victim;
    expect(await identity.call('POST', path, { token, ...stolen })).toMatchObject({ status: 401 });
    const signingIn = await begin();
    const code = await codeOf(signingIn);
    const foreign = { body: { code }, headers: { cookie: signingIn.cookie } };
    expect(await identity.call('POST', path, { token, ...foreign })).toMatchObject({ status: 401 });
  });

  it('are listed and removed by their owner alone, and then sign in no more', async () => {
    const [owner, stranger] = [await identity.registered(), await identity.registered()];
    const linked = await link(owner);
    const path = '/api/auth/oidc/links';
    const listed = await identity.call('GET', path, { token: owner.access_token });
    expect(listed.body).toEqual({ provider: 'Single sign-on', links: [linked.body] });
    const remove = ({ access_token: token }: SignedIn) =>
      identity.call('DELETE', `${path}/${String(linked.body['id'])}`, { token });
    expect(await remove(stranger)).toMatchObject({ status: 404 });
    expect(await remove(owner)).toMatchObject({ status: 200 });
    expect(await logIn()).toMatchObject({ status: 403, body: { error: 'oidc_not_linked' } });
  });
});
