import { openGrpcClient } from '@tributary/grpc';
import { authenticatorCode, tokensOf } from '@tributary/testing';
import { enrol } from '../../testing/authenticator-app.ts';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';
import { ORIGIN, passkeyCallsOf } from '../../testing/passkeys.ts';
import { openSoftwareAuthenticator } from '../../testing/software-authenticator.ts';

const PASSWORD = 'correct horse battery';
let identity: Awaited<ReturnType<typeof openIdentity>>;
let passkeys: ReturnType<typeof passkeyCallsOf>;

beforeAll(async () => {
  identity = await openIdentity(await identityEnv({ PUBLIC_URL: ORIGIN }));
  passkeys = passkeyCallsOf(identity);
});

afterAll(() => identity.close());

interface Listed {
  readonly passkeys: readonly { readonly id: string }[];
}

const list = async ({ access_token: token }: SignedIn) =>
  (await identity.call<Listed>('GET', '/api/auth/passkeys', { token })).body.passkeys;

const logInAgain = async ({ user }: SignedIn): Promise<SignedIn> => {
  const body = { email: user['email'], password: PASSWORD };
  return (await identity.call<SignedIn>('POST', '/api/auth/login', { body })).body;
};

describe('a session of a password alone, where the login has a passkey', () => {
  const refused = { status: 403, body: { error: 'second_factor_required' } };

  it('adds no passkey and removes none', async () => {
    const owner = await identity.registered();
    const begun = await passkeys.beginRegistration(owner);
    await passkeys.registered(owner);
    const { access_token: token } = await logInAgain(owner);
    const options = '/api/auth/passkeys/options';
    expect(await identity.call('POST', options, { token })).toMatchObject(refused);
    const credential = openSoftwareAuthenticator(ORIGIN).create(begun.options);
    const finished = await passkeys.finishRegistration(owner, begun, credential);
    expect(finished).toMatchObject(refused);
    const [passkey, ...others] = await list(owner);
    expect(others).toEqual([]);
    const path = `/api/auth/passkeys/${passkey?.id ?? ''}`;
    expect(await identity.call('DELETE', path, { token })).toMatchObject(refused);
    expect(await list(owner)).toHaveLength(1);
  });

  it('adds no authenticator app, though it began before the passkey was there', async () => {
    const owner = await identity.registered();
    const { access_token: token } = owner;
    const begin = () =>
      identity.call<{ secret: string }>('POST', '/api/auth/second-factor', { token });
    const { secret } = (await begin()).body;
    const authenticator = await passkeys.registered(owner);
    expect(await begin()).toMatchObject(refused);
    const body = { code: authenticatorCode(secret) };
    const confirmed = await identity.call('POST', '/api/auth/second-factor/confirm', {
      token,
      body,
    });
    expect(confirmed).toMatchObject(refused);
    await enrol(identity, await passkeys.signedIn(authenticator));
  });
});

it('another administrator helps a person who has lost the only passkey', async () => {
  const owner = await identity.registered();
  const authenticator = await passkeys.registered(owner);
  const { access_token: token } = await identity.signedInAdmin();
  const remove = () =>
    identity.call('DELETE', `/api/admin/users/${owner.user.id}/second-factor`, { token });
  expect(await remove()).toMatchObject({ status: 200 });
  expect(await remove()).toMatchObject({ status: 409 });
  expect(await passkeys.logIn(authenticator)).toMatchObject({ status: 401 });
  await passkeys.registered(await logInAgain(owner));
});

describe('an administrator whose second factor is a passkey', () => {
  let strict: Awaited<ReturnType<typeof openIdentity>>;
  beforeAll(async () => {
    const settings = { PUBLIC_URL: ORIGIN, ADMIN_SECOND_FACTOR: 'required' };
    strict = await openIdentity(await identityEnv(settings));
  });
  afterAll(() => strict.close());

  it('does nothing by the password alone and adds no factor by it, and has API keys that work', async () => {
    const calls = passkeyCallsOf(strict);
    const authenticator = await calls.registered(await strict.signedInAdmin());
    const { access_token: weak } = await strict.signedInAdmin();
    const required = { status: 403, body: { error: 'second_factor_required' } };
    const begun = await strict.call('POST', '/api/auth/second-factor', { token: weak });
    expect(begun).toMatchObject(required);
    expect(await strict.call('GET', '/api/admin/users', { token: weak })).toMatchObject({
      status: 403,
      body: { error: 'second_factor_enrolment_required' },
    });
    const token = String((await calls.logIn(authenticator)).body['access_token']);
    expect(await strict.call('GET', '/api/admin/users', { token })).toMatchObject({ status: 200 });
    const made = await strict.call<{ key: string }>('POST', '/api/auth/api-keys', {
      token,
      body: { name: 'A', scopes: ['campaigns:read'] },
    });
    const address = `127.0.0.1:${String(strict.grpcPort)}`;
    const rpc = openGrpcClient('tributary.identity.v1.Users', address, tokensOf('gateway'));
    const request = { apiKey: made.body.key, clientIp: '' };
    const exchange = rpc.call('ExchangeApiKey', request, { deadlineMs: 5_000, idempotent: true });
    await expect(exchange).resolves.toBeDefined();
    rpc.close();
  });
});
