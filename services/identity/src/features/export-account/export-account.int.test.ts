import { eventually, freePort } from '@tributary/testing';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';

const OTHER_SERVICES = [
  'CAMPAIGN',
  'TRACKING',
  'ATTRIBUTION',
  'COMMISSION',
  'PAYOUT',
  'NOTIFICATION',
  'WEBHOOK',
  'ANALYTICS',
];
const PATH = '/api/auth/me/export';
const PASSWORD = 'correct horse battery';
const UNAVAILABLE = { status: 503, body: { error: 'account_data_unavailable' } };

/** An instance whose other services are all away. */
let identity: Awaited<ReturnType<typeof openIdentity>>;
let env: Record<string, string>;

beforeAll(async () => {
  const url = `http://127.0.0.1:${String(await freePort())}`;
  const urls = OTHER_SERVICES.map((service) => [`${service}_URL`, url] as const);
  env = await identityEnv({
    ...Object.fromEntries(urls),
    RATE_LIMIT_ACCOUNT_EXPORTS_PER_DAY: '2',
  });
  identity = await openIdentity(env);
});
afterAll(() => identity.close());

describe('the export of an account', () => {
  it('fails as a whole where a service does not answer, and is not counted', async () => {
    const { access_token: token } = await identity.registered();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(await identity.call('POST', PATH, { token })).toMatchObject(UNAVAILABLE);
    }
  });

  it('is admitted while the deletion of the account is pending, after signing in', async () => {
    const { access_token: token, user } = await identity.registered();
    const body = { current_password: PASSWORD };
    await identity.call('POST', '/api/auth/me/deletion', { token, body });
    const credentials = { email: user['email'], password: PASSWORD };
    const login = await identity.call<SignedIn>('POST', '/api/auth/login', { body: credentials });
    expect(login.status).toBe(200);
    expect(await identity.call('POST', PATH, { token: login.body.access_token })).toMatchObject(
      UNAVAILABLE,
    );
  });

  it('requires a recent proof of the person', async () => {
    const strict = await openIdentity({ ...env, HTTP_PORT: '0', STEP_UP_MINUTES: '0.01' });
    const { access_token: token } = await identity.registered();
    await eventually(async () => {
      const { body } = await strict.call('POST', PATH, { token });
      return body['error'] === 'step_up_required';
    });
    await strict.close();
  });
});
