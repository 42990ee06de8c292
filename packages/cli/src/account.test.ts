import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FakePlatform, openFakePlatform } from './testing/fake-platform.ts';
import { type FakeUser, openUser } from './testing/fake-terminal.ts';

const USER = { id: 'a-1', email: 'ada@example.com', role: 'affiliate', name: 'Ada' };

type Answer = readonly [status: number, body: unknown];

const refusal = (error: string, more: object = {}) =>
  [401, { error, message: 'Refused', detail: '', ...more }] as const;

/** A platform whose access tokens are numbered, and whose refresh tokens work once. */
async function openPlatform(): Promise<FakePlatform & { expire: () => void }> {
  let current = 0;
  let refreshed = 0;
  const session = () =>
    [200, { access_token: `a${current}`, refresh_token: `r${refreshed}`, user: USER }] as const;
  const logIn = ({ password }: Record<string, string>) => {
    if (password === 'wrong') return refusal('invalid_credentials');
    const isWhole = password !== 'two';
    return isWhole ? session() : refusal('second_factor_required', { challenge_token: 'trc_1' });
  };
  const refresh = (body: Record<string, string>) => {
    if (body['refresh_token'] !== `r${refreshed}`) return refusal('invalid_refresh_token');
    refreshed += 1;
    return session();
  };
  const publicCalls: Readonly<Record<string, (body: Record<string, string>) => Answer>> = {
    '/api/auth/login': logIn,
    '/api/auth/register': ({ role }) =>
      role === 'affiliate' ? session() : refusal('unexpected_role'),
    '/api/auth/login/second-factor': ({ code }) =>
      code === '123456' ? session() : refusal('invalid_code'),
    '/api/auth/refresh': refresh,
  };
  const platform = await openFakePlatform(({ path, text, headers: { authorization } }) => {
    const found = publicCalls[path];
    if (found !== undefined) return found(JSON.parse(text) as Record<string, string>);
    if (authorization === 'Bearer trk_right') return [200, { unread_count: 0 }];
    return authorization === `Bearer a${current}` ? [200, USER] : refusal('invalid_token');
  });
  return Object.assign(platform, { expire: () => void (current += 1) });
}

describe('the account on this machine', () => {
  let platform: Awaited<ReturnType<typeof openPlatform>>;
  let user: FakeUser;
  beforeAll(async () => {
    platform = await openPlatform();
  });
  beforeEach(() => {
    user = openUser();
  });
  afterEach(() => user.close());
  afterAll(() => platform.close());

  const logIn = (...input: string[]) => user.run(['login', '--url', platform.url], input);
  const kept = () =>
    JSON.parse(readFileSync(join(user.directory, 'credentials.json'), 'utf8')) as Record<
      string,
      string
    >;

  it('keeps a session in a file that its owner alone can read, until it is ended', async () => {
    const { code, out } = await logIn('ada@example.com', 'right');
    expect([code, out]).toEqual([0, expect.stringContaining('as ada@example.com (affiliate)')]);
    expect(statSync(join(user.directory, 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(kept()).toMatchObject({ url: platform.url, role: 'affiliate' });
    expect((await user.run(['whoami', '--json'])).out).toContain('"email": "ada@example.com"');
    expect(await user.run(['logout'])).toMatchObject({ code: 0, out: 'Signed out' });
    expect((await user.run(['whoami'])).code).toBe(64);
  });

  it('opens an account, and keeps its session', async () => {
    const register = ['register', '--url', platform.url, '--role'];
    const given = ['Ada', 'ada@example.com', 'right'];
    const { code, out } = await user.run([...register, 'affiliate'], given);
    expect([code, out]).toEqual([0, expect.stringContaining('as ada@example.com (affiliate)')]);
    const sent = JSON.parse(platform.received.at(-1)?.text ?? '') as object;
    expect(sent).toEqual({ ...USER, id: undefined, password: 'right' });
    expect((await user.run(['whoami'])).code).toBe(0);
    expect((await user.run([...register, 'admin'])).code).toBe(64);
    expect((await user.run(['register', '--url', platform.url])).err).toContain('--role brand');
  });

  it('prompts for the code of a second factor', async () => {
    expect((await logIn('ada@example.com', 'two', '123456')).code).toBe(0);
    expect(await logIn('ada@example.com', 'two', '000000')).toMatchObject({ code: 77 });
    expect(await logIn('ada@example.com', 'wrong')).toMatchObject({
      code: 77,
      err: 'Refused (invalid_credentials)\n  request r-1',
    });
  });

  it('renews the tokens once for commands that run at the same time', async () => {
    await logIn('ada@example.com', 'right');
    platform.expire();
    const before = platform.received.length;
    const outcomes = await Promise.all([1, 2, 3].map(() => user.run(['whoami'])));
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    const refreshes = platform.received
      .slice(before)
      .filter(({ path }) => path === '/api/auth/refresh');
    expect(refreshes).toHaveLength(1);
    expect((await user.run(['whoami'])).code).toBe(0);
  });

  it('keeps an API key that the platform accepts, and no other', async () => {
    const withKey = ['login', '--url', platform.url, '--api-key'];
    expect((await user.run(withKey, ['trk_wrong'])).code).toBe(77);
    const { code, out } = await user.run([...withKey, '--json'], ['trk_right']);
    expect([code, out]).toEqual([0, expect.not.stringContaining('trk_right')]);
    expect(kept()).toEqual({ url: platform.url, api_key: 'trk_right' });
  });

  it('sends no password where it could be read on the way', async () => {
    expect(await user.run(['login', '--url', 'http://api.example.com'])).toEqual({
      code: 64,
      out: '',
      err: 'http://api.example.com must begin with https://',
    });
    expect((await user.run(['whoami'])).err).toContain('TRIBUTARY_URL');
  });
});
