import { generateKeyPairSync } from 'node:crypto';
import { userPasskeyChanged } from '@tributary/contracts';
import { MAX_PASSKEYS } from '../../domain/passkey.ts';
import { callerOf, identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';
import { type Mailbox, openMailbox } from '../../testing/open-mailbox.ts';
import { ORIGIN, passkeyCallsOf } from '../../testing/passkeys.ts';
import { type Deviation, openSoftwareAuthenticator } from '../../testing/software-authenticator.ts';

const PASSWORD = 'correct horse battery';
let identity: Awaited<ReturnType<typeof openIdentity>>;
let mailbox: Mailbox;
let passkeys: ReturnType<typeof passkeyCallsOf>;

beforeAll(async () => {
  const env = await identityEnv({ PUBLIC_URL: ORIGIN });
  [identity, mailbox] = await Promise.all([openIdentity(env), openMailbox(env)]);
  passkeys = passkeyCallsOf(identity);
});

afterAll(() => Promise.all([identity.close(), mailbox.close()]));

interface Listed {
  readonly passkeys: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
}

const list = async ({ access_token: token }: SignedIn) =>
  (await identity.call<Listed>('GET', '/api/auth/passkeys', { token })).body.passkeys;

const logInAgain = async ({ user }: SignedIn): Promise<SignedIn> => {
  const body = { email: user['email'], password: PASSWORD };
  return (await identity.call<SignedIn>('POST', '/api/auth/login', { body })).body;
};

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as never;

const changesOf = ({ user }: SignedIn) =>
  mailbox.probe
    .events(userPasskeyChanged)
    .filter(({ data }) => data.userId === user.id)
    .map(({ data }) => data.change);

const waitForChange = (
  { user }: SignedIn,
  change: 'added' | 'removed' | 'copy_suspected',
): Promise<unknown> =>
  mailbox.probe.waitFor(
    userPasskeyChanged,
    (data) => data.userId === user.id && data.change === change,
  );

const wrongAnswers: readonly (readonly [string, Deviation])[] = [
  ['of another origin', { origin: 'https://evil.example.com' }],
  ['of an origin without TLS', { origin: 'http://go.example.com' }],
  ['for another relying party', { rpId: 'example.com' }],
  ['to another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['of the wrong type', { type: 'payment.get' }],
  ['from within a foreign frame', { crossOrigin: true }],
  ['whose user was not verified', { isUserVerified: false }],
  ['whose user was not present', { isUserPresent: false }],
];

describe('registering a passkey', () => {
  it('lists it, and its owner is informed', async () => {
    const owner = await identity.registered();
    const authenticator = await passkeys.registered(owner);
    expect(await list(owner)).toMatchObject([
      { name: 'node', is_synced: false, copy_suspected_at: null, last_used_at: null },
    ]);
    await waitForChange(owner, 'added');
    const { options } = await passkeys.beginRegistration(await passkeys.signedIn(authenticator));
    expect(options).toMatchObject({
      rp: { id: 'go.example.com' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.id }],
    });
  });

  it.each(wrongAnswers)('refuses an answer %s', async (_, deviation) => {
    const owner = await identity.registered();
    const begun = await passkeys.beginRegistration(owner);
    const credential = openSoftwareAuthenticator(ORIGIN).create(begun.options, deviation);
    expect(await passkeys.finishRegistration(owner, begun, credential)).toMatchObject({
      status: 400,
      body: { error: 'invalid_passkey' },
    });
    expect(await list(owner)).toEqual([]);
  });

  it('refuses an attestation with certificates, whose revocation lists would be fetched', async () => {
    const owner = await identity.registered();
    const begun = await passkeys.beginRegistration(owner);
    const deviation = { certificate: Buffer.alloc(300, 'certificate') };
    const credential = openSoftwareAuthenticator(ORIGIN).create(begun.options, deviation);
    const answer = await passkeys.finishRegistration(owner, begun, credential);
    expect(answer.body).toMatchObject({ error: 'invalid_passkey' });
  });

  it('requires a recent sign-in, because a stolen token must not add a way in', async () => {
    const owner = await identity.registered();
    const { sid } = claimsOf(owner.access_token);
    const sessions = identity.platform.mongo.connection.collection('sessions');
    const createdAt = new Date(Date.now() - 3_600_000);
    await sessions.updateOne({ _id: sid as never }, { $set: { createdAt } });
    const body = { refresh_token: owner.refresh_token };
    const refreshed = await identity.call<SignedIn>('POST', '/api/auth/refresh', { body });
    const { access_token: token } = refreshed.body;
    const answer = await identity.call('POST', '/api/auth/passkeys/options', { token });
    expect(answer).toMatchObject({ status: 403, body: { error: 'step_up_required' } });
  });

  it('accepts a challenge once, and only in the session that requested it', async () => {
    const owner = await identity.registered();
    const begun = await passkeys.beginRegistration(owner);
    const credential = openSoftwareAuthenticator(ORIGIN).create(begun.options);
    const otherSession = await logInAgain(owner);
    expect(await passkeys.finishRegistration(otherSession, begun, credential)).toMatchObject({
      status: 400,
    });
    // The wrong session used it up.
    expect(await passkeys.finishRegistration(owner, begun, credential)).toMatchObject({
      status: 400,
    });
    const again = await passkeys.beginRegistration(owner);
    const right = openSoftwareAuthenticator(ORIGIN).create(again.options);
    const both = await Promise.all([
      passkeys.finishRegistration(owner, again, right),
      passkeys.finishRegistration(owner, again, right),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });

  it('refuses a challenge that was made to sign in', async () => {
    const owner = await identity.registered();
    const begun = await passkeys.beginLogIn();
    const options = { ...begun.options, rp: {}, user: { id: 'AA' } };
    const credential = openSoftwareAuthenticator(ORIGIN).create(options);
    expect(await passkeys.finishRegistration(owner, begun, credential)).toMatchObject({
      status: 400,
    });
  });

  it('refuses a passkey that another login has registered', async () => {
    const [first, second] = [await identity.registered(), await identity.registered()];
    const authenticator = await passkeys.registered(first);
    const begun = await passkeys.beginRegistration(second);
    const credential = authenticator.create(begun.options);
    expect(await passkeys.finishRegistration(second, begun, credential)).toMatchObject({
      status: 409,
      body: { error: 'passkey_registered' },
    });
  });

  it(`never makes more than ${String(MAX_PASSKEYS)} for a login, also where two are made at once`, async () => {
    const owner = await passkeys.signedIn(await passkeys.registered(await identity.registered()));
    for (let made = 1; made < MAX_PASSKEYS - 1; made += 1) await passkeys.registered(owner);
    const attempts = await Promise.allSettled([
      passkeys.registered(owner),
      passkeys.registered(owner),
    ]);
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await list(owner)).toHaveLength(MAX_PASSKEYS);
  });

  it.each([
    ['an unknown token', `trp_${'a'.repeat(43)}`],
    ['a malformed token', 'x'],
  ])('answers 400 to %s', async (_, challenge_token) => {
    const owner = await identity.registered();
    const begun = await passkeys.beginRegistration(owner);
    const credential = openSoftwareAuthenticator(ORIGIN).create(begun.options);
    const answer = await passkeys.finishRegistration(
      owner,
      { ...begun, challenge_token },
      credential,
    );
    expect(answer.status).toBe(400);
  });

  it.each(['AAAA', 'oA', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ'])(
    'answers 400 to an attestation of other bytes (%s)',
    async (attestationObject) => {
      const owner = await identity.registered();
      const begun = await passkeys.beginRegistration(owner);
      const credential = openSoftwareAuthenticator(ORIGIN).create(begun.options);
      const response = { ...credential.response, attestationObject };
      const answer = await passkeys.finishRegistration(owner, begun, { ...credential, response });
      expect(answer.body).toMatchObject({ error: 'invalid_passkey' });
    },
  );
});

describe('signing in by a passkey', () => {
  it('opens a session that two factors have proved', async () => {
    const owner = await identity.registered();
    const authenticator = await passkeys.registered(owner);
    const answer = await passkeys.logIn(authenticator);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: owner.user.id } } });
    expect(claimsOf(String(answer.body['access_token']))).toMatchObject({
      amr: ['hwk', 'user', 'mfa'],
    });
    const [used] = await list(owner);
    expect(used?.['last_used_at']).toEqual(expect.any(String));
  });

  it('works again and again with an authenticator that does not count', async () => {
    const owner = await identity.registered();
    const authenticator = await passkeys.registered(owner, { isSynced: true, counts: false });
    expect(await passkeys.logIn(authenticator)).toMatchObject({ status: 200 });
    const answer = await passkeys.logIn(authenticator);
    expect(claimsOf(String(answer.body['access_token']))).toMatchObject({
      amr: ['swk', 'user', 'mfa'],
    });
  });

  it.each(wrongAnswers)('refuses an answer %s', async (_, deviation) => {
    const owner = await identity.registered();
    const authenticator = await passkeys.registered(owner);
    expect(await passkeys.logIn(authenticator, deviation)).toMatchObject({
      status: 401,
      body: { error: 'invalid_passkey' },
    });
    expect(await passkeys.logIn(authenticator)).toMatchObject({ status: 200 });
  });

  it('refuses the signature of another key', async () => {
    const owner = await identity.registered();
    const authenticator = await passkeys.registered(owner);
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(await passkeys.logIn(authenticator, { key })).toMatchObject({ status: 401 });
  });

  it('refuses a passkey that states another login as its owner', async () => {
    const [owner, other] = [await identity.registered(), await identity.registered()];
    const authenticator = await passkeys.registered(owner);
    const userHandle = Buffer.from(other.user.id).toString('base64url');
    expect(await passkeys.logIn(authenticator, { userHandle })).toMatchObject({ status: 401 });
  });

  it('refuses an unknown passkey', async () => {
    const userHandle = Buffer.from('nobody').toString('base64url');
    const stranger = openSoftwareAuthenticator(ORIGIN);
    expect(await passkeys.logIn(stranger, { userHandle })).toMatchObject({ status: 401 });
  });

  it('refuses the replay of an answer, also at the same moment', async () => {
    const owner = await identity.registered();
    const authenticator = await passkeys.registered(owner);
    const begun = await passkeys.beginLogIn();
    const credential = authenticator.get(begun.options);
    const both = await Promise.all([
      passkeys.finishLogIn(begun, credential),
      passkeys.finishLogIn(begun, credential),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const later = await passkeys.beginLogIn();
    expect(await passkeys.finishLogIn(later, credential)).toMatchObject({ status: 401 });
  });

  it('refuses a challenge that has expired', async () => {
    const owner = await identity.registered();
    const authenticator = await passkeys.registered(owner);
    const begun = await passkeys.beginLogIn();
    const challenges = identity.platform.mongo.connection.collection('passkey_challenges');
    const { challenge } = begun.options;
    await challenges.updateOne({ challenge }, { $set: { expiresAt: new Date(0) } });
    const credential = authenticator.get(begun.options);
    expect(await passkeys.finishLogIn(begun, credential)).toMatchObject({ status: 401 });
  });

  it('refuses a counter that went back, and alerts the owner once', async () => {
    const owner = await identity.registered();
    const authenticator = await passkeys.registered(owner);
    const { access_token: token } = await passkeys.signedIn(authenticator);
    expect(await passkeys.logIn(authenticator, { counter: 2 })).toMatchObject({ status: 401 });
    expect(await passkeys.logIn(authenticator, { counter: 0 })).toMatchObject({ status: 401 });
    await waitForChange(owner, 'copy_suspected');
    const [passkey] = await list(owner);
    expect(passkey?.['copy_suspected_at']).toEqual(expect.any(String));
    const path = `/api/auth/passkeys/${passkey?.id ?? ''}`;
    await identity.call('DELETE', path, { token });
    await waitForChange(owner, 'removed');
    expect(changesOf(owner)).toEqual(['added', 'copy_suspected', 'removed']);
  });

  it('refuses a suspended login', async () => {
    const [owner, admin] = [await identity.registered(), await identity.signedInAdmin()];
    const authenticator = await passkeys.registered(owner);
    await identity.call('PUT', `/api/admin/users/${owner.user.id}/status`, {
      token: admin.access_token,
      body: { status: 'suspended' },
    });
    expect(await passkeys.logIn(authenticator)).toMatchObject({
      status: 403,
      body: { error: 'account_suspended' },
    });
  });

  it('is limited per network', async () => {
    const limits = { RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP: '2', HTTP_PORT: '0' };
    const limited = await openIdentity(await identityEnv(limits));
    const { call } = callerOf(limited);
    const statuses = [];
    for (let calls = 0; calls < 3; calls += 1) {
      statuses.push((await call('POST', '/api/auth/login/passkey/options')).status);
    }
    await limited.close();
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('the passkeys of a login', () => {
  it('are renamed and removed by their owner alone, and a removed one signs in no more', async () => {
    const [person, stranger] = [await identity.registered(), await identity.registered()];
    const authenticator = await passkeys.registered(person);
    const owner = await passkeys.signedIn(authenticator);
    const [passkey] = await list(owner);
    const path = `/api/auth/passkeys/${passkey?.id ?? ''}`;
    const as = ({ access_token: token }: SignedIn, method: string, body?: object) =>
      identity.call(method, path, { token, body });
    expect(await as(stranger, 'PUT', { name: 'Mine' })).toMatchObject({ status: 404 });
    expect(await as(stranger, 'DELETE')).toMatchObject({ status: 404 });
    expect(await as(owner, 'PUT', { name: 'Phone' })).toMatchObject({
      status: 200,
      body: { name: 'Phone' },
    });
    expect(await as(owner, 'DELETE')).toMatchObject({ status: 200 });
    expect(await as(owner, 'DELETE')).toMatchObject({ status: 404 });
    expect(await list(owner)).toEqual([]);
    expect(await passkeys.logIn(authenticator)).toMatchObject({ status: 401 });
  });
});

describe('an intruder’s passkey', () => {
  const emailOf = ({ user }: SignedIn) => String(user['email']);
  const reset = async (email: string, ip: string) => {
    await identity.call('POST', '/api/auth/forgot-password', { ip, body: { email } });
    const token = await mailbox.waitForLink(email, 'reset_password');
    const body = { token, password: 'another long secret' };
    expect(await identity.call('POST', '/api/auth/reset-password', { body })).toMatchObject({
      status: 200,
    });
  };

  it('ends with a reset of the password', async () => {
    const owner = await identity.registered();
    const authenticator = await passkeys.registered(owner);
    await reset(emailOf(owner), '203.0.113.20');
    expect(await passkeys.logIn(authenticator)).toMatchObject({ status: 401 });
  });

  it('is not registered by a session that a reset has ended', async () => {
    const owner = await identity.registered();
    const begun = await passkeys.beginRegistration(owner);
    await reset(emailOf(owner), '203.0.113.21');
    const credential = openSoftwareAuthenticator(ORIGIN).create(begun.options);
    const answer = await passkeys.finishRegistration(owner, begun, credential);
    expect([400, 401]).toContain(answer.status);
    const stored = identity.platform.mongo.connection.collection('passkeys');
    expect(await stored.countDocuments({ credentialId: credential.id })).toBe(0);
  });

  it('ends with a restored address, and those of before stay', async () => {
    const owner = await identity.registered();
    const email = emailOf(owner);
    const verify = async (address: string, purpose: 'verify_email' | 'change_email') => {
      const token = await mailbox.waitForLink(address, purpose);
      await identity.call('POST', '/api/auth/verify-email', { body: { token } });
    };
    await verify(email, 'verify_email');
    const before = await passkeys.registered(owner);
    const changed = `changed-${email}`;
    const body = { email: changed, current_password: PASSWORD };
    await identity.call('PUT', '/api/auth/me', { token: owner.access_token, body });
    const since = await passkeys.registered(await passkeys.signedIn(before));
    await verify(changed, 'change_email');
    const token = await mailbox.waitForLink(email, 'restore_email');
    const restored = await identity.call('POST', '/api/auth/restore-email', { body: { token } });
    expect(restored).toMatchObject({ status: 200 });
    expect(await passkeys.logIn(since)).toMatchObject({ status: 401 });
    expect(await passkeys.logIn(before)).toMatchObject({ status: 200 });
  });
});
