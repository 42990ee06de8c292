import { eventually } from '@tributary/testing';
import { userDeviceSeen } from '@tributary/contracts';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';
import { type Mailbox, openMailbox } from '../../testing/open-mailbox.ts';

const PASSWORD = 'correct horse battery';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
let identity: Awaited<ReturnType<typeof openIdentity>>;
let mailbox: Mailbox;

beforeAll(async () => {
  const env = await identityEnv();
  [identity, mailbox] = await Promise.all([openIdentity(env), openMailbox(env)]);
});

afterAll(() => Promise.all([identity.close(), mailbox.close()]));

interface Listed {
  readonly sessions: readonly {
    readonly id: string;
    readonly device: string;
    readonly network: string;
    readonly is_current: boolean;
  }[];
}

const signIn = async ({ user }: SignedIn, ip = '203.0.113.1', userAgent = 'node') => {
  const body = { email: user['email'], password: PASSWORD };
  const headers = { 'user-agent': userAgent };
  return (await identity.call<SignedIn>('POST', '/api/auth/login', { ip, headers, body })).body;
};
const list = async ({ access_token: token }: SignedIn) =>
  (await identity.call<Listed>('GET', '/api/auth/sessions', { token })).body.sessions;
const statusOf = async ({ access_token: token }: SignedIn) =>
  (await identity.call('GET', '/api/auth/me', { token })).status;
const refreshed = async ({ refresh_token }: SignedIn) =>
  (await identity.call('POST', '/api/auth/refresh', { body: { refresh_token } })).status;

/** Waits at most as long as a revoked token may still work. */
const waitForEnd = async (signedIn: SignedIn) => {
  await eventually(async () => (await statusOf(signedIn)) === 401, { timeoutMs: 5_000 });
  expect(await refreshed(signedIn)).toBe(401);
};

describe('the sessions of a user', () => {
  it('are listed with device, network and the present one, and ended one by one', async () => {
    const first = await identity.registered();
    const second = await signIn(first, '2001:db8:1:2::9', CHROME);
    const listed = await list(first);
    expect(listed).toMatchObject([
      { device: 'Chrome on Windows', network: '2001:db8:1:2::/64', is_current: false },
      { device: 'node', network: '203.0.113.1', is_current: true },
    ]);
    const path = `/api/auth/sessions/${listed[0]?.id ?? ''}`;
    const end = () => identity.call('DELETE', path, { token: first.access_token });
    expect(await end()).toMatchObject({ status: 200, body: { success: true } });
    await waitForEnd(second);
    expect(await statusOf(first)).toBe(200);
    expect(await end()).toMatchObject({ status: 404 });
  });

  it('are ended all, or all but the present one', async () => {
    const first = await identity.registered();
    const [second, third] = [await signIn(first), await signIn(first)];
    const end = (query: string) =>
      identity.call('DELETE', `/api/auth/sessions${query}`, { token: first.access_token });
    expect(await end('?except_current=true')).toMatchObject({ status: 200, body: { ended: 2 } });
    await Promise.all([waitForEnd(second), waitForEnd(third)]);
    expect(await statusOf(first)).toBe(200);
    expect(await end('')).toMatchObject({ status: 200, body: { ended: 1 } });
    await waitForEnd(first);
  });

  it('are nobody else’s to end', async () => {
    const [mine, theirs] = await Promise.all([identity.registered(), identity.registered()]);
    const [session] = await list(theirs);
    const path = `/api/auth/sessions/${session?.id ?? ''}`;
    expect(await identity.call('DELETE', path, { token: mine.access_token })).toMatchObject({
      status: 404,
    });
    expect(await refreshed(theirs)).toBe(200);
  });

  it('end their access tokens when a refresh token is used again', async () => {
    const first = await identity.registered();
    expect(await refreshed(first)).toBe(200);
    expect(await refreshed(first)).toBe(401);
    await waitForEnd(first);
  });
});

describe('a sign-in from a new device', () => {
  it('is published for an alert, by an unknown device or from an unknown network', async () => {
    const owner = await identity.registered({}, { 'user-agent': CHROME });
    await signIn(owner, '203.0.113.1', CHROME);
    await signIn(owner, '203.0.113.1', 'curl/8.5');
    await signIn(owner, '198.51.100.7', CHROME);
    await signIn(owner, '198.51.100.7', 'curl/8.9');
    const seen = () =>
      mailbox.probe
        .events(userDeviceSeen)
        .filter(({ data }) => data.userId === owner.user.id)
        .map(({ data }) => [data.device, data.network]);
    await eventually(() => seen().length >= 2);
    expect(seen()).toEqual([
      ['curl', '203.0.113.1'],
      ['Chrome on Windows', '198.51.100.7'],
    ]);
  });
});
