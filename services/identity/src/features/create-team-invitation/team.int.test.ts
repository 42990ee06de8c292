import { randomUUIDv7 } from 'node:crypto';
import {
  memberAdded,
  memberInvited,
  memberRemoved,
  memberRoleChanged,
  type MemberRole,
} from '@tributary/contracts';
import { type GrpcClient, openGrpcClient } from '@tributary/grpc';
import {
  type EventProbe,
  eventually,
  gatewayFetch,
  openEventProbe,
  tokensOf,
} from '@tributary/testing';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';

type Identity = Awaited<ReturnType<typeof openIdentity>>;
type Json = Record<string, unknown>;

const PASSWORD = 'a good battery staple';
const IN_TIME = { deadlineMs: 5_000, idempotent: true };

let one: Identity;
let two: Identity;
let probe: EventProbe;
let users: GrpcClient<'tributary.identity.v1.Users'>;

beforeAll(async () => {
  const env = await identityEnv();
  [one, probe] = await Promise.all([
    openIdentity(env),
    openEventProbe(env, ['identity.users', 'identity.mails']),
  ]);
  two = await openIdentity({ ...env, HTTP_PORT: '0' });
  const address = `127.0.0.1:${String(one.grpcPort)}`;
  users = openGrpcClient('tributary.identity.v1.Users', address, tokensOf('gateway'));
});

afterAll(async () => {
  users.close();
  await Promise.all([one.close(), two.close(), probe.close()]);
});

const exchange = (apiKey: string) =>
  users.call('ExchangeApiKey', { apiKey, clientIp: '' }, IN_TIME);

const anAddress = (): string => `${randomUUIDv7()}@example.com`;

const invite = (token: string, role: MemberRole, email = anAddress()) =>
  one.call<Json & { id: string }>('POST', '/api/team/invitations', {
    token,
    body: { email, role },
  });

/** The newest token that was mailed to an address. */
const mailedToken = async (email: string, sends = 1): Promise<string> => {
  const mails = await eventually(() => {
    const found = probe.events(memberInvited).filter(({ data }) => data.email === email);
    return found.length >= sends ? found : undefined;
  });
  return mails.at(-1)?.data.token ?? '';
};

const answer = (what: 'accept' | 'register' | 'refuse', body: object, token?: string) =>
  one.call<SignedIn & { member: { id: string } }>('POST', `/api/auth/invitations/${what}`, {
    token,
    body,
  });

interface Member {
  readonly owner: SignedIn;
  /** Signed in to the owner's account. */
  readonly member: SignedIn & { readonly member: { readonly id: string } };
  readonly memberId: string;
  readonly email: string;
}

/** A brand with a member who has a new login. */
async function aMember(role: MemberRole, owner?: SignedIn): Promise<Member> {
  const account = owner ?? (await one.registered({ role: 'brand', company: 'Harbour Ltd' }));
  const email = anAddress();
  expect((await invite(account.access_token, role, email)).status).toBe(201);
  const body = { token: await mailedToken(email), name: 'Finn', password: PASSWORD };
  const { status, body: member } = await answer('register', body);
  expect(status).toBe(201);
  return { owner: account, member, memberId: member.member.id, email };
}

const claimsOf = (token: string): Json =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Json;

const refresh = (refreshToken: string) =>
  one.call<SignedIn>('POST', '/api/auth/refresh', { body: { refresh_token: refreshToken } });

const switchTo = (refreshToken: string, accountId: string) =>
  one.call<SignedIn & Json>('POST', '/api/auth/switch', {
    body: { refresh_token: refreshToken, account_id: accountId },
  });

const members = async (token: string): Promise<Json[]> =>
  (await one.call<{ members: Json[] }>('GET', '/api/team/members', { token })).body.members;

const isRefusedEverywhere = async (token: string): Promise<boolean> => {
  const answers = await Promise.all(
    [one, two].map((each) => each.call('GET', '/api/auth/me', { token })),
  );
  return answers.every(({ status }) => status === 401);
};

describe('an invitation to a team', () => {
  it('lets a person with a new login act for the account, in the role that was offered', async () => {
    const { owner, member, memberId, email } = await aMember('finance');
    expect(member.user.id).toBe(owner.user.id);
    expect(member.member).toMatchObject({ id: memberId, email, role: 'finance' });
    expect(claimsOf(member.access_token)).toMatchObject({
      sub: owner.user.id,
      role: 'brand',
      mem: memberId,
      mrl: 'finance',
      aud: 'tributary-members',
    });
    expect((await members(owner.access_token)).map(({ id, role }) => [id, role])).toEqual([
      [owner.user.id, 'owner'],
      [memberId, 'finance'],
    ]);
    const event = await probe.waitFor(memberAdded, (data) => data.memberId === memberId);
    expect(event.data).toMatchObject({ accountId: owner.user.id, memberRole: 'finance' });
    const refreshed = await refresh(member.refresh_token);
    expect(claimsOf(refreshed.body.access_token)).toMatchObject({ mem: memberId, mrl: 'finance' });
  });

  it('lets a person with a login join several accounts and switch between them', async () => {
    const person = await one.registered({ role: 'affiliate' });
    const owners = [await one.registered({ role: 'brand' }), await one.registered()];
    for (const owner of owners) {
      const email = anAddress();
      await invite(owner.access_token, 'analyst', email);
      const token = await mailedToken(email);
      const joined = await answer('accept', { token }, person.access_token);
      expect(joined).toMatchObject({ status: 200, body: { account_id: owner.user.id } });
    }
    const { body } = await one.call('GET', '/api/auth/accounts', { token: person.access_token });
    expect(body['accounts']).toMatchObject([
      { account_id: person.user.id, member_role: 'owner', account_role: 'affiliate' },
      { account_id: owners[0]?.user.id, member_role: 'analyst', account_role: 'brand' },
      { account_id: owners[1]?.user.id, member_role: 'analyst', account_role: 'affiliate' },
    ]);
    const away = await switchTo(person.refresh_token, owners[0]?.user.id ?? '');
    expect(claimsOf(away.body.access_token)).toMatchObject({
      sub: owners[0]?.user.id,
      role: 'brand',
    });
    const home = await switchTo(away.body.refresh_token, person.user.id);
    expect(claimsOf(home.body.access_token)).toMatchObject({ sub: person.user.id });
    expect(claimsOf(home.body.access_token)).not.toHaveProperty('mem');
    const login = { email: person.user['email'], password: 'correct horse battery' };
    const chosen = await one.call<SignedIn>('POST', '/api/auth/login', {
      body: { ...login, account_id: owners[1]?.user.id },
    });
    expect(chosen.body.user.id).toBe(owners[1]?.user.id);
    const stranger = await one.call('POST', '/api/auth/login', {
      body: { ...login, account_id: (await one.registered()).user.id },
    });
    expect(stranger).toMatchObject({ status: 403, body: { error: 'not_a_member' } });
  });

  it('works once, of twenty attempts at the same time', async () => {
    const owner = await one.registered({ role: 'brand' });
    const email = anAddress();
    await invite(owner.access_token, 'manager', email);
    const token = await mailedToken(email);
    const people = await Promise.all(Array.from({ length: 20 }, () => one.registered()));
    const answers = await Promise.all(
      people.map(({ access_token: own }) => answer('accept', { token }, own)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await members(owner.access_token)).toHaveLength(2);
  });

  it('is stored as a digest, and its page shows the account’s name as text', async () => {
    const owner = await one.registered({ role: 'brand', company: 'Boats <b>' });
    const email = anAddress();
    await invite(owner.access_token, 'manager', email);
    const token = await mailedToken(email);
    const stored = await one.platform.mongo.connection
      .collection('team_invitations')
      .findOne({ email });
    expect(JSON.stringify(stored)).not.toContain(token);
    const page = await gatewayFetch('identity', `${one.url}/team-invitations?token=${token}`);
    const html = await page.text();
    expect([page.status, html.includes('Boats &lt;b&gt;')]).toEqual([200, true]);
    expect(
      (await gatewayFetch('identity', `${one.url}/team-invitations?token=${token}x`)).status,
    ).toBe(404);
  });

  it.each(['refused', 'revoked', 'expired', 'mailed again'])(
    'that was %s lets nobody in',
    async (how) => {
      const owner = await one.registered({ role: 'brand' });
      const email = anAddress();
      const { body: made } = await invite(owner.access_token, 'manager', email);
      const token = await mailedToken(email);
      const path = `/api/team/invitations/${made.id}`;
      const asOwner = { token: owner.access_token };
      const invitations = one.platform.mongo.connection.collection<{ _id: string }>(
        'team_invitations',
      );
      const past = new Date(Date.now() - 120_000);
      if (how === 'refused') expect((await answer('refuse', { token })).status).toBe(200);
      if (how === 'revoked') expect((await one.call('DELETE', path, asOwner)).status).toBe(200);
      if (how === 'expired') {
        await invitations.updateOne({ _id: made.id }, { $set: { expiresAt: past } });
      }
      if (how === 'mailed again') {
        expect((await one.call('POST', `${path}/resend`, asOwner)).status).toBe(429);
        await invitations.updateOne({ _id: made.id }, { $set: { sentAt: past } });
        expect((await one.call('POST', `${path}/resend`, asOwner)).status).toBe(200);
        expect(await mailedToken(email, 2)).not.toBe(token);
      }
      const person = await one.registered();
      const late = await answer('accept', { token }, person.access_token);
      expect(late).toMatchObject({ status: 404, body: { error: 'invitation_not_found' } });
      const login = { token, name: 'Late', password: PASSWORD };
      expect((await answer('register', login)).status).toBe(404);
      expect(await members(owner.access_token)).toHaveLength(1);
    },
  );

  it('of an address can be made again once the last one has expired, and not before', async () => {
    const owner = await one.registered({ role: 'brand' });
    const email = anAddress();
    const { body: first } = await invite(owner.access_token, 'manager', email);
    expect(await invite(owner.access_token, 'manager', email)).toMatchObject({
      status: 409,
      body: { error: 'already_invited' },
    });
    const invitations = one.platform.mongo.connection.collection<{ _id: string }>(
      'team_invitations',
    );
    const past = new Date(Date.now() - 1);
    await invitations.updateOne({ _id: first.id }, { $set: { expiresAt: past } });
    expect((await invite(owner.access_token, 'manager', email)).status).toBe(201);
  });

  it('of an owner who was removed or demoted meanwhile lets nobody in', async () => {
    const { owner, member, memberId } = await aMember('owner');
    const email = anAddress();
    expect((await invite(member.access_token, 'owner', email)).status).toBe(201);
    const token = await mailedToken(email);
    const person = await one.registered();
    const asOwner = { token: owner.access_token };
    const path = `/api/team/members/${memberId}`;
    await one.call('PUT', path, { ...asOwner, body: { role: 'manager' } });
    expect((await answer('accept', { token }, person.access_token)).status).toBe(404);
    await one.call('DELETE', path, asOwner);
    const login = { token, name: 'Late', password: PASSWORD };
    expect((await answer('register', login)).status).toBe(404);
    expect(await members(owner.access_token)).toHaveLength(1);
  });

  it('needs an existing login of the address to sign in first', async () => {
    const person = await one.registered();
    const owner = await one.registered({ role: 'brand' });
    const email = String(person.user['email']);
    await invite(owner.access_token, 'analyst', email);
    const token = await mailedToken(email);
    const body = { token, name: 'Other', password: PASSWORD };
    expect(await answer('register', body)).toMatchObject({
      status: 409,
      body: { error: 'email_taken' },
    });
    expect((await answer('accept', { token }, person.access_token)).status).toBe(200);
  });

  it('is limited per account and day, because each one is an e-mail to a stranger', async () => {
    const limited = await openIdentity(
      await identityEnv({ RATE_LIMIT_TEAM_INVITATIONS_PER_DAY: '2' }),
    );
    const { access_token: token } = await limited.registered({ role: 'brand' });
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      const body = { email: anAddress(), role: 'analyst' };
      statuses.push((await limited.call('POST', '/api/team/invitations', { token, body })).status);
    }
    expect(statuses).toEqual([201, 201, 429]);
    await limited.close();
  });
});

describe('a member', () => {
  it('may do what the role allows: only owners change the team, and only the own login its password', async () => {
    const { member, owner } = await aMember('manager');
    const refused = await invite(member.access_token, 'owner');
    expect(refused).toMatchObject({ status: 403, body: { error: 'missing_permission' } });
    const { member: second } = await aMember('owner', owner);
    expect((await invite(second.access_token, 'analyst')).status).toBe(201);
    const changed = await one.call('PUT', '/api/auth/me', {
      token: second.access_token,
      body: { password: 'another good password', current_password: PASSWORD },
    });
    expect(changed).toMatchObject({ status: 403, body: { error: 'own_account_only' } });
  });

  it('gets another role within 5 s on every instance, and at once with a new token', async () => {
    const { owner, member, memberId } = await aMember('analyst');
    const changed = await one.call('PUT', `/api/team/members/${memberId}`, {
      token: owner.access_token,
      body: { role: 'developer' },
    });
    expect(changed).toMatchObject({ status: 200, body: { id: memberId, role: 'developer' } });
    const refreshed = await refresh(member.refresh_token);
    expect(claimsOf(refreshed.body.access_token)['mrl']).toBe('developer');
    await eventually(() => isRefusedEverywhere(member.access_token), { timeoutMs: 5_000 });
    const fresh = refreshed.body.access_token;
    expect((await two.call('GET', '/api/auth/me', { token: fresh })).status).toBe(200);
    const event = await probe.waitFor(memberRoleChanged, (data) => data.memberId === memberId);
    expect(event.data).toMatchObject({ previousRole: 'analyst', memberRole: 'developer' });
  });

  it('who is removed loses tokens within 5 s, the session and the own keys at once, and no other account', async () => {
    const { owner, member, memberId, email } = await aMember('developer');
    const key = await one.call<{ id: string; key: string }>('POST', '/api/auth/api-keys', {
      token: member.access_token,
      body: { name: 'Deploy', scopes: ['tracking:write'] },
    });
    const ownKey = await one.call<{ id: string; key: string }>('POST', '/api/auth/api-keys', {
      token: owner.access_token,
      body: { name: 'Shop', scopes: ['tracking:write'] },
    });
    const { accessToken } = await exchange(key.body.key);
    expect(claimsOf(accessToken)).toMatchObject({ mem: memberId, mrl: 'developer' });

    const path = `/api/team/members/${memberId}`;
    const removed = await one.call('DELETE', path, { token: owner.access_token });
    expect(removed.status).toBe(200);
    await expect(exchange(key.body.key)).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(exchange(ownKey.body.key)).resolves.toBeDefined();
    expect((await refresh(member.refresh_token)).status).toBe(401);
    await eventually(() => isRefusedEverywhere(member.access_token), { timeoutMs: 5_000 });
    expect(await isRefusedEverywhere(accessToken)).toBe(true);
    await probe.waitFor(memberRemoved, (data) => data.memberId === memberId);

    const login = { email, password: PASSWORD };
    const own = await one.call<SignedIn>('POST', '/api/auth/login', { body: login });
    expect((await one.call('GET', '/api/auth/me', { token: own.body.access_token })).status).toBe(
      200,
    );
    const back = await switchTo(own.body.refresh_token, owner.user.id);
    expect(back).toMatchObject({ status: 403, body: { error: 'not_a_member' } });
    expect((await one.call('DELETE', path, { token: owner.access_token })).status).toBe(404);
  });

  it('can leave and be invited again', async () => {
    const { owner, member, email } = await aMember('analyst');
    const left = await one.call('POST', '/api/team/leave', { token: member.access_token });
    expect(left.status).toBe(200);
    expect(await members(owner.access_token)).toHaveLength(1);
    await invite(owner.access_token, 'finance', email);
    const login = { email, password: PASSWORD };
    const own = await one.call<SignedIn>('POST', '/api/auth/login', { body: login });
    const token = await mailedToken(email, 2);
    expect((await answer('accept', { token }, own.body.access_token)).status).toBe(200);
    const again = await switchTo(own.body.refresh_token, owner.user.id);
    const me = await two.call('GET', '/api/auth/me', { token: again.body.access_token });
    expect([again.status, me.status]).toEqual([200, 200]);
  });

  it('who is suspended loses every account, and returns to each on reinstatement', async () => {
    const { owner, member, memberId } = await aMember('manager');
    const admin = await one.signedInAdmin();
    const updateStatus = (status: string) =>
      one.call('PUT', `/api/admin/users/${memberId}/status`, {
        token: admin.access_token,
        body: { status },
      });
    await updateStatus('suspended');
    await eventually(() => isRefusedEverywhere(member.access_token), { timeoutMs: 5_000 });
    const me = await one.call('GET', '/api/auth/me', { token: owner.access_token });
    expect(me.status).toBe(200);
    await updateStatus('active');
    expect(await members(owner.access_token)).toHaveLength(2);
  });

  it('is invisible and unreachable to other accounts', async () => {
    const { memberId, owner } = await aMember('analyst');
    const stranger = await one.registered({ role: 'brand' });
    const { body: made } = await invite(owner.access_token, 'manager');
    const asStranger = { token: stranger.access_token };
    const calls = [
      one.call('DELETE', `/api/team/members/${memberId}`, asStranger),
      one.call('PUT', `/api/team/members/${memberId}`, { ...asStranger, body: { role: 'owner' } }),
      one.call('DELETE', `/api/team/invitations/${made.id}`, asStranger),
      one.call('POST', `/api/team/invitations/${made.id}/resend`, asStranger),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('the login that an account belongs to', () => {
  it('stays its owner: it cannot leave, be removed or get another role, even by another owner', async () => {
    const { owner, member } = await aMember('owner');
    const path = `/api/team/members/${owner.user.id}`;
    const calls = [
      one.call('POST', '/api/team/leave', { token: owner.access_token }),
      one.call('DELETE', path, { token: member.access_token }),
      one.call('PUT', path, { token: member.access_token, body: { role: 'analyst' } }),
    ];
    for (const refused of await Promise.all(calls)) {
      expect(refused).toMatchObject({ status: 409, body: { error: 'owner_stays' } });
    }
  });
});

describe('an API key', () => {
  it('never has more than its maker', async () => {
    const { member, owner, memberId } = await aMember('developer');
    const make = (scopes: string[]) =>
      one.call<{ key: string }>('POST', '/api/auth/api-keys', {
        token: member.access_token,
        body: { name: 'Key', scopes },
      });
    expect(await make(['payouts:write'])).toMatchObject({
      status: 403,
      body: { error: 'missing_permission' },
    });
    const { body } = await make(['webhooks:write']);
    await one.call('PUT', `/api/team/members/${memberId}`, {
      token: owner.access_token,
      body: { role: 'analyst' },
    });
    const { accessToken } = await exchange(body.key);
    expect(claimsOf(accessToken)['mrl']).toBe('analyst');
  });
});
