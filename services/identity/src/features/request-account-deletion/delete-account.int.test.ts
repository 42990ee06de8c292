import {
  accountDeletionRequested,
  accountMailRequested,
  memberInvited,
  memberRemoved,
  userErased,
  userStatusChanged,
} from '@tributary/contracts';
import { type GrpcClient, openGrpcClient } from '@tributary/grpc';
import {
  type EventProbe,
  eventually,
  gatewayFetch,
  openEventProbe,
  tokensOf,
} from '@tributary/testing';
import { ADMIN, identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';

type Identity = Awaited<ReturnType<typeof openIdentity>>;

const PASSWORD = 'correct horse battery';
const PATH = '/api/auth/me/deletion';

let identity: Identity;
let probe: EventProbe;
let users: GrpcClient<'tributary.identity.v1.Users'>;
const IN_TIME = { deadlineMs: 5_000, idempotent: true };

beforeAll(async () => {
  const env = await identityEnv();
  identity = await openIdentity(env);
  const address = `127.0.0.1:${String(identity.grpcPort)}`;
  users = openGrpcClient('tributary.identity.v1.Users', address, tokensOf('gateway'));
  probe = await openEventProbe(env, ['identity.users', 'identity.mails']);
});
afterAll(async () => {
  await probe.close();
  users.close();
  await identity.close();
});

const collection = (name: string) =>
  identity.platform.mongo.connection.collection<Record<string, unknown>>(name);
const requestDeletion = ({ access_token: token }: SignedIn, current_password = PASSWORD) =>
  identity.call('POST', PATH, { token, body: { current_password } });
const logIn = async ({ user }: SignedIn) => {
  const body = { email: user['email'], password: PASSWORD };
  return (await identity.call<SignedIn>('POST', '/api/auth/login', { body })).body;
};
const statusOf = async (method: string, path: string, token: string) =>
  (await identity.call(method, path, { token })).status;
const mailedToken = async ({ user }: SignedIn) => {
  const mail = await probe.waitFor(accountDeletionRequested, ({ userId }) => userId === user.id);
  return mail.data.token;
};

describe('an account whose owner requested its deletion', () => {
  it('needs the password', async () => {
    const ann = await identity.registered();
    expect(await requestDeletion(ann, 'wrong')).toMatchObject({
      status: 403,
      body: { error: 'wrong_current_password' },
    });
    expect(await statusOf('GET', '/api/auth/me', ann.access_token)).toBe(200);
  });

  it('is refused to an account that an administrator has just suspended', async () => {
    const ann = await identity.registered();
    await collection('users').updateOne(
      { _id: ann.user.id as never },
      { $set: { status: 'suspended' } },
    );
    expect(await requestDeletion(ann)).toMatchObject({
      status: 403,
      body: { error: 'account_suspended' },
    });
    const user = await collection('users').findOne({ _id: ann.user.id as never });
    expect(user?.['deletionDueAt']).toBeUndefined();
  });

  it('is suspended everywhere, and its sign-in can only take the deletion back', async () => {
    const ann = await identity.registered();
    const answer = await requestDeletion(ann);
    expect(answer).toMatchObject({
      status: 202,
      body: { deletion_due_at: expect.any(String) as string },
    });
    await probe.waitFor(
      userStatusChanged,
      ({ userId, status, deletionDueAt }) =>
        userId === ann.user.id && status === 'suspended' && deletionDueAt !== undefined,
    );
    await eventually(async () => (await statusOf('GET', '/api/auth/me', ann.access_token)) === 401);
    const { access_token: token } = await logIn(ann);
    for (const [method, path] of [
      ['GET', '/api/auth/me'],
      ['POST', '/api/auth/api-keys'],
      ['GET', '/api/team/members'],
    ] as const) {
      expect(
        await identity.call(method, path, { token, ...(method === 'POST' ? { body: {} } : {}) }),
      ).toMatchObject({ status: 403, body: { error: 'account_deletion_pending' } });
    }
    expect(await identity.call('DELETE', PATH, { token })).toMatchObject({ status: 200 });
    await probe.waitFor(
      userStatusChanged,
      ({ userId, status }) => userId === ann.user.id && status === 'active',
    );
    const again = await logIn(ann);
    expect(await statusOf('GET', '/api/auth/me', again.access_token)).toBe(200);
    expect(await identity.call('DELETE', PATH, { token: again.access_token })).toMatchObject({
      status: 409,
      body: { error: 'no_deletion_pending' },
    });
  });

  it('stays by the mailed link, which works once', async () => {
    const ann = await identity.registered();
    await requestDeletion(ann);
    const token = await mailedToken(ann);
    const follow = async (): Promise<number> => {
      const response = await gatewayFetch('identity', `${identity.url}/account/cancel-deletion`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token }).toString(),
      });
      return response.status;
    };
    expect([await follow(), await follow()]).toEqual([200, 400]);
    const { access_token: restored } = await logIn(ann);
    expect(await statusOf('GET', '/api/auth/me', restored)).toBe(200);
  });

  it('has API keys that do not work', async () => {
    const ann = await identity.registered();
    const body = { name: 'Reports', scopes: ['analytics:read'] };
    const key = await identity.call<{ key: string }>('POST', '/api/auth/api-keys', {
      token: ann.access_token,
      body,
    });
    expect(key.status).toBe(201);
    const exchange = () =>
      users.call('ExchangeApiKey', { apiKey: key.body.key, clientIp: '' }, IN_TIME);
    await expect(exchange()).resolves.toBeDefined();
    await requestDeletion(ann);
    await expect(exchange()).rejects.toMatchObject({ code: 'invalid_token' });
  });
});

it('the last administrator cannot leave', async () => {
  const admin = await identity.signedInAdmin();
  expect(await requestDeletion(admin, ADMIN.password)).toMatchObject({
    status: 409,
    body: { error: 'last_admin' },
  });
});

describe('an account whose deletion is due', () => {
  it('is erased in the whole database, with its places in other accounts', async () => {
    const secret = `zaphod-${crypto.randomUUID()}`;
    const ann = await identity.registered({
      email: `${secret}@example.com`,
      name: `Ann ${secret}`,
      phone: '+49 30 1234567',
    });
    const to = `${secret}@example.com`;
    const { data: link } = await probe.waitFor(accountMailRequested, (mail) => mail.to === to);
    await identity.call('POST', '/api/auth/verify-email', { body: { token: link.token } });
    const bob = await identity.registered();
    const invited = await identity.call('POST', '/api/team/invitations', {
      token: bob.access_token,
      body: { email: `${secret}@example.com`, role: 'analyst' },
    });
    expect(invited.status).toBe(201);
    const { data: invitation } = await probe.waitFor(
      memberInvited,
      ({ email }) => email === `${secret}@example.com`,
    );
    const joined = await identity.call('POST', '/api/auth/invitations/accept', {
      token: ann.access_token,
      body: { token: invitation.token },
    });
    expect(joined.status).toBe(200);
    await requestDeletion(ann);
    const { access_token: late } = await logIn(ann);
    await collection('users').updateOne(
      { _id: ann.user.id as never },
      { $set: { deletionDueAt: new Date() } },
    );
    await probe.waitFor(userErased, ({ userId }) => userId === ann.user.id);
    await probe.waitFor(memberRemoved, ({ memberId }) => memberId === ann.user.id);
    const { connection } = identity.platform.mongo;
    const holding = async () => {
      const names = await connection.db?.listCollections().toArray();
      const found = await Promise.all(
        (names ?? []).map(async ({ name }) => {
          const documents = await connection.collection(name).find({}).toArray();
          return JSON.stringify(documents).includes(secret) ? [name] : [];
        }),
      );
      return found.flat();
    };
    // The address stays with the erasure until its second pass.
    await eventually(async () => (await holding()).join() === 'account_erasures', {
      timeoutMs: 60_000,
    });
    await eventually(
      async () => (await collection('sessions').countDocuments({ userId: ann.user.id })) === 0,
    );
    await eventually(async () => (await statusOf('DELETE', PATH, late)) === 401);
    const { status } = await identity.call('POST', '/api/auth/login', {
      body: { email: `${secret}@example.com`, password: PASSWORD },
    });
    expect(status).toBe(401);
    // The address is free again.
    await identity.registered({ email: `${secret}@example.com` });
  });

  it('leaves what names an address that it had not proved, because that may be another’s', async () => {
    const ann = await identity.registered();
    const bob = await identity.registered();
    const invited = await identity.call<{ id: string }>('POST', '/api/team/invitations', {
      token: bob.access_token,
      body: { email: ann.user['email'], role: 'analyst' },
    });
    expect(invited.status).toBe(201);
    await requestDeletion(ann);
    await collection('users').updateOne(
      { _id: ann.user.id as never },
      { $set: { deletionDueAt: new Date() } },
    );
    await eventually(async () => {
      const erasure = await collection('account_erasures').findOne({ _id: ann.user.id as never });
      return erasure?.['passes'] === 1;
    });
    const email = ann.user['email'];
    expect(await collection('team_invitations').countDocuments({ email })).toBe(1);
  });

  it('waits while an administrator has suspended it', async () => {
    const [ann, bob] = [await identity.registered(), await identity.registered()];
    for (const one of [ann, bob]) await requestDeletion(one);
    const { access_token: token } = await identity.signedInAdmin();
    const path = `/api/admin/users/${ann.user.id}/status`;
    expect(
      (await identity.call('PUT', path, { token, body: { status: 'suspended' } })).status,
    ).toBe(200);
    await collection('users').updateMany(
      { _id: { $in: [ann.user.id, bob.user.id] as never[] } },
      { $set: { deletionDueAt: new Date() } },
    );
    await probe.waitFor(userErased, ({ userId }) => userId === bob.user.id);
    expect(await collection('users').findOne({ _id: ann.user.id as never })).not.toBeNull();
  });
});
