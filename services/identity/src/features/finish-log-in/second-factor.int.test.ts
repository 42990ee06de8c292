import jwt from 'jsonwebtoken';
import { userSecondFactorChanged } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { authenticatorCode, type EventProbe, openEventProbe, tokensOf } from '@tributary/testing';
import { enrol } from '../../testing/authenticator-app.ts';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';
import { type Mailbox, openMailbox } from '../../testing/open-mailbox.ts';

const PASSWORD = 'correct horse battery';
let identity: Awaited<ReturnType<typeof openIdentity>>;
let probe: EventProbe;
let mailbox: Mailbox;

beforeAll(async () => {
  const env = await identityEnv();
  [identity, probe, mailbox] = await Promise.all([
    openIdentity(env),
    openEventProbe(env, ['identity.users']),
    openMailbox(env),
  ]);
});

afterAll(async () => {
  await Promise.all([identity.close(), probe.close(), mailbox.close()]);
});

type Challenge = Readonly<{ error: string; challenge_token: string; challenge_expires_at: string }>;

const logIn = ({ user }: SignedIn, password = PASSWORD) =>
  identity.call<Challenge & SignedIn>('POST', '/api/auth/login', {
    body: { email: user['email'], password },
  });
const finish = (challengeToken: string, code: string) =>
  identity.call<SignedIn>('POST', '/api/auth/login/second-factor', {
    body: { challenge_token: challengeToken, code },
  });
const challengeOf = async (person: SignedIn): Promise<string> =>
  (await logIn(person)).body.challenge_token;
const claimsOf = (token: string) =>
  jwt.decode(token) as { amr: string[]; auth_time: number; sid: string };
const changesOf = (person: SignedIn) =>
  probe
    .events(userSecondFactorChanged)
    .filter(({ data }) => data.userId === person.user.id)
    .map(({ data }) => data.change);
const waitForChange = (person: SignedIn, change: string) =>
  probe.waitFor(
    userSecondFactorChanged,
    (data) => data.userId === person.user.id && data.change === change,
  );
const stepUp = (token: string, body: object) =>
  identity.call<SignedIn>('POST', '/api/auth/step-up', { token, body });

describe('an authenticator app', () => {
  it('is in force once its first code is confirmed, and not before', async () => {
    const ann = await identity.registered();
    const token = ann.access_token;
    const begun = await identity.call<{ secret: string; otpauth_uri: string }>(
      'POST',
      '/api/auth/second-factor',
      { token },
    );
    expect(begun.status).toBe(201);
    expect(begun.body.otpauth_uri).toContain(begun.body.secret);
    expect(await logIn(ann)).toMatchObject({ status: 200 });
    const confirm = (code: string) =>
      identity.call('POST', '/api/auth/second-factor/confirm', { token, body: { code } });
    const wrong = authenticatorCode(begun.body.secret) === '000000' ? '000001' : '000000';
    expect(await confirm(wrong)).toMatchObject({ status: 403, body: { error: 'wrong_code' } });
    expect(await confirm(authenticatorCode(begun.body.secret))).toMatchObject({ status: 200 });
    expect(await logIn(ann)).toMatchObject({ status: 401 });
    const again = await identity.call('POST', '/api/auth/second-factor', { token });
    expect(again).toMatchObject({ status: 409, body: { error: 'second_factor_enrolled' } });
  });

  it('gives the session that added it a token that states it, and ten recovery codes', async () => {
    const ann = await identity.registered();
    const { accessToken, recoveryCodes } = await enrol(identity, ann);
    expect(claimsOf(accessToken)).toMatchObject({
      sid: claimsOf(ann.access_token).sid,
      amr: ['pwd', 'otp', 'mfa'],
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    const { data } = await waitForChange(ann, 'added');
    expect(data).toMatchObject({ recoveryCodesLeft: 10, byUserId: ann.user.id });
  });

  it('is stored with neither its secret nor its recovery codes in the open', async () => {
    const ann = await identity.registered();
    const { secret, recoveryCodes } = await enrol(identity, ann);
    const stored = await identity.platform.mongo.connection
      .collection<{ _id: string }>('second_factors')
      .findOne({ _id: ann.user.id });
    const text = JSON.stringify(stored);
    for (const plain of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(text).not.toContain(plain);
    }
  });
});

describe('a sign-in to a login with a second factor', () => {
  it('opens no session by the password alone', async () => {
    const ann = await identity.registered();
    await enrol(identity, ann);
    const { status, body, headers } = await logIn(ann);
    expect([status, body.error]).toEqual([401, 'second_factor_required']);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body).not.toHaveProperty('access_token');
    expect(Date.parse(body.challenge_expires_at)).toBeGreaterThan(Date.now());
    expect(await logIn(ann, 'a wrong password')).toMatchObject({
      status: 401,
      body: { error: 'invalid_credentials' },
    });
  });

  it('is finished by a code, and states both factors', async () => {
    const ann = await identity.registered();
    const { secret } = await enrol(identity, ann);
    const finished = await finish(await challengeOf(ann), authenticatorCode(secret, 1));
    expect(finished).toMatchObject({ status: 200, body: { user: { id: ann.user.id } } });
    expect(claimsOf(finished.body.access_token).amr).toEqual(['pwd', 'otp', 'mfa']);
    const refreshed = await identity.call<SignedIn>('POST', '/api/auth/refresh', {
      body: { refresh_token: finished.body.refresh_token },
    });
    expect(claimsOf(refreshed.body.access_token)).toMatchObject({
      amr: ['pwd', 'otp', 'mfa'],
      auth_time: claimsOf(finished.body.access_token).auth_time,
    });
  });

  it('takes a code once, though ten requests send it at once', async () => {
    const ann = await identity.registered();
    const { secret } = await enrol(identity, ann);
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challengeOf(ann)));
    const code = authenticatorCode(secret, 1);
    const all = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 403)).toHaveLength(9);
  });

  it('does not take the code that confirmed the app', async () => {
    const ann = await identity.registered();
    const { secret } = await enrol(identity, ann);
    // The step of the confirmation may have ended meanwhile.
    for (const steps of [-1, 0]) {
      const answer = await finish(await challengeOf(ann), authenticatorCode(secret, steps));
      if (answer.status === 403) expect(answer.body).toMatchObject({ error: 'wrong_code' });
    }
    const { lastStep } = (await identity.platform.mongo.connection
      .collection<{ _id: string; lastStep: number }>('second_factors')
      .findOne({ _id: ann.user.id })) ?? { lastStep: 0 };
    const used = authenticatorCode(secret, lastStep - Math.floor(Date.now() / 30_000));
    expect(await finish(await challengeOf(ann), used)).toMatchObject({ status: 403 });
  });

  it('takes a challenge once, and for five codes at most', async () => {
    const ann = await identity.registered();
    const { recoveryCodes } = await enrol(identity, ann);
    const [first = '', second = ''] = recoveryCodes;
    const used = await challengeOf(ann);
    expect(await finish(used, first)).toMatchObject({ status: 200 });
    const spent = { status: 401, body: { error: 'invalid_challenge' } };
    expect(await finish(used, second)).toMatchObject(spent);
    const guessed = await challengeOf(ann);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await finish(guessed, 'AAAA-AAAA-AAAA-AAAA')).toMatchObject({ status: 403 });
    }
    expect(await finish(guessed, second)).toMatchObject(spent);
    expect(await finish(await challengeOf(ann), second)).toMatchObject({ status: 200 });
  });

  it('limits wrong codes per login, whatever challenges they are sent with', async () => {
    const ann = await identity.registered();
    const { recoveryCodes } = await enrol(identity, ann);
    const statuses: number[] = [];
    for (let tries = 0; tries < 20; tries += 1) {
      const challenge = await challengeOf(ann);
      statuses.push((await finish(challenge, 'AAAA-AAAA-AAAA-AAAA')).status);
    }
    // Enrolling counted once.
    expect(statuses.filter((status) => status === 403)).toHaveLength(19);
    const limited = await finish(await challengeOf(ann), recoveryCodes[0] ?? '');
    expect(limited).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } });
  });

  it('is void once the password was reset, which does not remove the factor', async () => {
    const ann = await identity.registered();
    const { recoveryCodes } = await enrol(identity, ann);
    const before = await challengeOf(ann);
    const email = String(ann.user['email']);
    await identity.call('POST', '/api/auth/forgot-password', { body: { email } });
    const password = 'another good horse';
    const reset = await identity.call('POST', '/api/auth/reset-password', {
      body: { token: await mailbox.waitForLink(email, 'reset_password'), password },
    });
    expect(reset.status).toBe(200);
    expect(await finish(before, recoveryCodes[0] ?? '')).toMatchObject({
      status: 401,
      body: { error: 'invalid_challenge' },
    });
    expect(await logIn(ann, password)).toMatchObject({
      status: 401,
      body: { error: 'second_factor_required' },
    });
  });
});

describe('a recovery code', () => {
  it('works once, in any spelling, and is mailed about', async () => {
    const ann = await identity.registered();
    const { recoveryCodes } = await enrol(identity, ann);
    const code = (recoveryCodes[0] ?? '').toLowerCase().replaceAll('-', ' ');
    const challenges = await Promise.all([challengeOf(ann), challengeOf(ann), challengeOf(ann)]);
    const all = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    const { data } = await waitForChange(ann, 'recovery_code_used');
    expect(data.recoveryCodesLeft).toBe(9);
    const token = all.find(({ status }) => status === 200)?.body.access_token;
    expect(await identity.call('GET', '/api/auth/second-factor', { token })).toMatchObject({
      status: 200,
      body: { enrolled: true, recovery_codes_left: 9 },
    });
  });

  it('is replaced with all others for a code', async () => {
    const ann = await identity.registered();
    const { secret, recoveryCodes, accessToken: token } = await enrol(identity, ann);
    const renew = (code: string) =>
      identity.call<{ recovery_codes: string[] }>(
        'POST',
        '/api/auth/second-factor/recovery-codes',
        { token, body: { code } },
      );
    expect(await renew('AAAA-AAAA-AAAA-AAAA')).toMatchObject({ status: 403 });
    const renewed = await renew(authenticatorCode(secret, 1));
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect(await finish(await challengeOf(ann), recoveryCodes[3] ?? '')).toMatchObject({
      status: 403,
    });
    const [fresh = ''] = renewed.body.recovery_codes;
    expect(await finish(await challengeOf(ann), fresh)).toMatchObject({ status: 200 });
    await waitForChange(ann, 'recovery_codes_renewed');
  });
});

describe('a second factor', () => {
  it('is removed by its owner for a code only, after which the password is enough', async () => {
    const ann = await identity.registered();
    const { recoveryCodes, accessToken: token } = await enrol(identity, ann);
    const session = (await finish(await challengeOf(ann), recoveryCodes[1] ?? '')).body;
    const disable = (code: string) =>
      identity.call('POST', '/api/auth/second-factor/disable', { token, body: { code } });
    expect(await disable('123456')).toMatchObject({ status: 403 });
    expect(await disable(recoveryCodes[0] ?? '')).toMatchObject({ status: 200 });
    expect(await logIn(ann)).toMatchObject({ status: 200 });
    await waitForChange(ann, 'removed');
    // Nor do tokens of other sessions state it from their next refresh on.
    const refreshed = await identity.call<SignedIn>('POST', '/api/auth/refresh', {
      body: { refresh_token: session.refresh_token },
    });
    expect(claimsOf(refreshed.body.access_token).amr).toEqual(['pwd']);
  });

  it('is removed by an administrator, and its owner is informed', async () => {
    const ann = await identity.registered();
    await enrol(identity, ann);
    const admin = await identity.signedInAdmin();
    const remove = (token: string) =>
      identity.call('DELETE', `/api/admin/users/${ann.user.id}/second-factor`, { token });
    const other = await identity.registered();
    expect(await remove(other.access_token)).toMatchObject({ status: 403 });
    expect(await remove(admin.access_token)).toMatchObject({ status: 200 });
    expect(await remove(admin.access_token)).toMatchObject({ status: 409 });
    expect(await logIn(ann)).toMatchObject({ status: 200 });
    const { data } = await waitForChange(ann, 'removed_by_admin');
    expect(data.byUserId).toBe(admin.user.id);
    expect(changesOf(ann)).toEqual(['added', 'removed_by_admin']);
  });
});

describe('a step-up', () => {
  /** A session whose sign-in lies an hour back, as its next access token states. */
  const agedSession = async (person: SignedIn): Promise<SignedIn> => {
    const { sid } = claimsOf(person.access_token);
    const createdAt = new Date(Date.now() - 3_600_000);
    await identity.platform.mongo.connection
      .collection<{ _id: string }>('sessions')
      .updateOne({ _id: sid }, { $set: { createdAt }, $unset: { authenticatedAt: 1 } });
    const body = { refresh_token: person.refresh_token };
    return (await identity.call<SignedIn>('POST', '/api/auth/refresh', { body })).body;
  };
  const createKey = (token: string) =>
    identity.call('POST', '/api/auth/api-keys', {
      token,
      body: { name: 'A', scopes: ['campaigns:read'] },
    });
  const stale = { status: 403, body: { error: 'step_up_required' } };

  it('by password opens what an old sign-in does not, though a refresh does not', async () => {
    const ann = await identity.registered();
    expect(await createKey(ann.access_token)).toMatchObject({ status: 201 });
    const aged = await agedSession(ann);
    expect(await createKey(aged.access_token)).toMatchObject(stale);
    expect(await stepUp(aged.access_token, { password: 'wrong' })).toMatchObject({
      status: 403,
      body: { error: 'wrong_current_password' },
    });
    const proved = await stepUp(aged.access_token, { password: PASSWORD });
    expect(proved).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 900 } });
    expect(claimsOf(proved.body.access_token)).toMatchObject({
      sid: claimsOf(ann.access_token).sid,
      amr: ['pwd'],
    });
    expect(await createKey(proved.body.access_token)).toMatchObject({ status: 201 });
    expect(await createKey(aged.access_token)).toMatchObject(stale);
  });

  it('takes a code and no password where the login has a second factor', async () => {
    const ann = await identity.registered();
    const { recoveryCodes } = await enrol(identity, ann);
    const aged = await agedSession(ann);
    expect(await stepUp(aged.access_token, { password: PASSWORD })).toMatchObject({
      status: 403,
      body: { error: 'second_factor_required' },
    });
    const [code = ''] = recoveryCodes;
    const proved = await stepUp(aged.access_token, { code });
    expect(claimsOf(proved.body.access_token).amr).toEqual(['pwd', 'otp', 'mfa']);
    expect(await createKey(proved.body.access_token)).toMatchObject({ status: 201 });
    expect(await stepUp(aged.access_token, { code })).toMatchObject({ status: 403 });
  });

  it.each([
    ['POST', '/api/auth/second-factor'],
    ['POST', '/api/auth/passkeys/options'],
    ['DELETE', '/api/auth/passkeys/00000000-0000-4000-8000-000000000000'],
  ])(
    'is required to change how a login signs in, so that a stolen old token locks nobody out (%s %s)',
    async (method, path) => {
      const { access_token: token } = await agedSession(await identity.registered());
      expect(await identity.call(method, path, { token })).toMatchObject(stale);
    },
  );

  it('is refused where the session has ended', async () => {
    const ann = await identity.registered();
    const { sid } = claimsOf(ann.access_token);
    await identity.platform.mongo.connection
      .collection<{ _id: string }>('sessions')
      .updateOne({ _id: sid }, { $set: { revokedAt: new Date() } });
    expect(await stepUp(ann.access_token, { password: PASSWORD })).toMatchObject({ status: 401 });
  });

  it.each([{}, { password: PASSWORD, code: '123456' }, { code: '12345' }, { code: 123456 }])(
    'is refused with the body %j',
    async (body) => {
      const { access_token: token } = await identity.registered();
      expect(await stepUp(token, body)).toMatchObject({ status: 400 });
    },
  );
});

describe('a browser whose session a cookie holds', () => {
  const HEADER = 'x-tributary-session-cookie';
  const post = (path: string, cookie: string, body: object, token?: string) =>
    identity.call('POST', path, { body, headers: { [HEADER]: cookie }, token });

  it('signs in by the second factor and proves it again, and no script reads a token', async () => {
    const ann = await identity.registered();
    const { recoveryCodes } = await enrol(identity, ann);
    const [first = '', second = ''] = recoveryCodes;
    const credentials = { email: ann.user['email'], password: PASSWORD };
    const begun = await post('/api/auth/login', 'none', credentials);
    expect(begun).toMatchObject({ status: 401, body: { error: 'second_factor_required' } });
    expect(begun.headers.get(HEADER)).toBeNull();
    const finished = await post('/api/auth/login/second-factor', 'none', {
      challenge_token: begun.body['challenge_token'],
      code: first,
    });
    expect(finished.body).toEqual({ session: 'cookie', user: ann.user });
    const cookie = finished.headers.get(HEADER) ?? '';
    const rpc = openGrpcClient(
      'tributary.identity.v1.Users',
      `127.0.0.1:${String(identity.grpcPort)}`,
      tokensOf('gateway'),
    );
    const tokenOf = async (value: string) => {
      const terms = { deadlineMs: 5_000, idempotent: true };
      return (await rpc.call('ExchangeSessionCookie', { cookie: value }, terms)).accessToken;
    };
    const token = await tokenOf(cookie);
    expect(claimsOf(token).amr).toEqual(['pwd', 'otp', 'mfa']);
    const proved = await post('/api/auth/step-up', cookie, { code: second }, token);
    expect(proved).toMatchObject({ status: 200, body: { session: 'cookie' } });
    expect(JSON.stringify(proved.body)).not.toMatch(/tr[rs]_|access_token/);
    const renewed = proved.headers.get(HEADER) ?? '';
    expect(renewed).not.toBe(cookie);
    const before = claimsOf(token);
    const after = claimsOf(await tokenOf(renewed));
    expect(after.sid).toBe(before.sid);
    expect(after.auth_time).toBeGreaterThanOrEqual(before.auth_time);
    rpc.close();
  });
});
