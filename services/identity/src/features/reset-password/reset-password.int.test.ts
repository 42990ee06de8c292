import { randomUUIDv7 } from 'node:crypto';
import { memberInvited } from '@tributary/contracts';
import { eventually, gatewayFetch } from '@tributary/testing';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';
import { type Mailbox, openMailbox } from '../../testing/open-mailbox.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'another long secret';
const LIMIT = 5;
let identity: Awaited<ReturnType<typeof openIdentity>>;
let mailbox: Mailbox;

beforeAll(async () => {
  const env = await identityEnv({ RATE_LIMIT_ACCOUNT_MAILS_PER_HOUR: String(LIMIT) });
  [identity, mailbox] = await Promise.all([openIdentity(env), openMailbox(env)]);
});

afterAll(() => Promise.all([identity.close(), mailbox.close()]));

const emailOf = ({ user }: SignedIn): string => String(user['email']);
const forget = (email: string, ip = '203.0.113.9') =>
  identity.call('POST', '/api/auth/forgot-password', { ip, body: { email } });
const reset = (body: Record<string, unknown>) =>
  identity.call('POST', '/api/auth/reset-password', { body });
const logIn = (email: string, password: string) =>
  identity.call<SignedIn>('POST', '/api/auth/login', { body: { email, password } });
const makeKey = (token: string) =>
  identity.call('POST', '/api/auth/api-keys', {
    token,
    body: { name: 'Shop', scopes: ['payouts:read'] },
  });

describe('resetting a password', () => {
  it('sets the new password by the mailed link, once, and ends sessions, tokens and keys', async () => {
    const owner = await identity.registered();
    await makeKey(owner.access_token);
    expect(await forget(emailOf(owner))).toMatchObject({ status: 202 });
    const token = await mailbox.waitForLink(emailOf(owner), 'reset_password');
    const set = await reset({ token, password: NEW_PASSWORD });
    expect(set).toMatchObject({ status: 200, body: { success: true, api_keys: [] } });

    const refresh = { body: { refresh_token: owner.refresh_token } };
    expect(await identity.call('POST', '/api/auth/refresh', refresh)).toMatchObject({
      status: 401,
    });
    const began = performance.now();
    await eventually(async () => {
      const { status } = await identity.call('GET', '/api/auth/me', { token: owner.access_token });
      return status === 401;
    });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await logIn(emailOf(owner), PASSWORD)).toMatchObject({ status: 401 });
    // The mail proves the address.
    expect(await logIn(emailOf(owner), NEW_PASSWORD)).toMatchObject({
      status: 200,
      body: { user: { email_verified: true } },
    });
    expect(await reset({ token, password: NEW_PASSWORD })).toMatchObject({
      status: 400,
      body: { error: 'invalid_link' },
    });
  });

  it('responds alike for an unknown address, and mails nothing', async () => {
    const owner = await identity.registered();
    const unknown = `${randomUUIDv7()}@example.com`;
    const forUnknown = await forget(unknown, '203.0.113.10');
    const forOwner = await forget(emailOf(owner), '203.0.113.10');
    expect(forUnknown.status).toBe(forOwner.status);
    expect(forUnknown.body).toEqual(forOwner.body);
    await mailbox.waitForLink(emailOf(owner), 'reset_password');
    expect(mailbox.linksTo(unknown, 'reset_password')).toEqual([]);
    const requests = identity.platform.mongo.connection.collection('reset_requests');
    await eventually(async () => (await requests.countDocuments({ email: unknown })) === 0);
  });

  it('limits requests by address and network, for unknown addresses too', async () => {
    const owner = await identity.registered();
    for (const email of [emailOf(owner), `${randomUUIDv7()}@example.com`]) {
      for (let attempt = 0; attempt < LIMIT; attempt += 1) {
        expect(await forget(email, '203.0.113.20')).toMatchObject({ status: 202 });
      }
      expect(await forget(email, '203.0.113.20')).toMatchObject({ status: 429 });
      // A stranger's requests do not keep the owner from one.
      expect(await forget(email, '198.51.100.20')).toMatchObject({ status: 202 });
    }
  });

  it('leaves the link valid where the password is refused, and the keys where they are kept', async () => {
    const owner = await identity.registered();
    await makeKey(owner.access_token);
    await forget(emailOf(owner), '203.0.113.30');
    const token = await mailbox.waitForLink(emailOf(owner), 'reset_password');
    expect(await reset({ token, password: 'qwertyuiop' })).toMatchObject({ status: 400 });
    const set = await reset({ token, password: NEW_PASSWORD, end_api_keys: false });
    expect(set).toMatchObject({ status: 200, body: { api_keys: [{ name: 'Shop' }] } });
  });

  it('is refused by an expired link, and by one from before a change of the password', async () => {
    const owner = await identity.registered();
    await forget(emailOf(owner), '203.0.113.40');
    const token = await mailbox.waitForLink(emailOf(owner), 'reset_password');
    const changes = { password: 'my third long secret', current_password: PASSWORD };
    const call = { token: owner.access_token, body: changes };
    expect(await identity.call('PUT', '/api/auth/me', call)).toMatchObject({ status: 200 });
    expect(await reset({ token, password: NEW_PASSWORD })).toMatchObject({ status: 400 });

    const other = await identity.registered();
    await forget(emailOf(other), '203.0.113.40');
    const expired = await mailbox.waitForLink(emailOf(other), 'reset_password');
    const links = identity.platform.mongo.connection.collection('account_links');
    await links.updateMany(
      { userId: other.user.id },
      { $set: { expiresAt: new Date(Date.now() - 1) } },
    );
    expect(await reset({ token: expired, password: NEW_PASSWORD })).toMatchObject({ status: 400 });
  });

  it('works by the last three links, because strangers may request some too, and ends all by its use', async () => {
    const email = emailOf(await identity.registered());
    const links: string[] = [];
    for (let request = 0; request < 4; request += 1) {
      await forget(email, '203.0.113.60');
      links.push(await mailbox.waitForLink(email, 'reset_password', links));
    }
    const statuses: number[] = [];
    for (const token of links) {
      statuses.push((await reset({ token, password: NEW_PASSWORD })).status);
    }
    expect(statuses).toEqual([400, 200, 400, 400]);
  });

  it('revokes open invitations, by which an intruder would come back', async () => {
    const owner = await identity.registered();
    const guest = `${randomUUIDv7()}@example.com`;
    const invitation = { token: owner.access_token, body: { email: guest, role: 'owner' } };
    await identity.call('POST', '/api/team/invitations', invitation);
    const mail = await mailbox.probe.waitFor(memberInvited, ({ email }) => email === guest);
    await forget(emailOf(owner), '203.0.113.70');
    const token = await mailbox.waitForLink(emailOf(owner), 'reset_password');
    expect(await reset({ token, password: NEW_PASSWORD })).toMatchObject({ status: 200 });
    const body = { token: mail.data.token, name: 'Finn', password: PASSWORD };
    expect(await identity.call('POST', '/api/auth/invitations/register', { body })).toMatchObject({
      status: 404,
      body: { error: 'invitation_not_found' },
    });
  });

  it('lists the members who stay, and removes those who joined since a given time', async () => {
    const owner = await identity.registered();
    const join = async (): Promise<SignedIn> => {
      const email = `${randomUUIDv7()}@example.com`;
      const invitation = { token: owner.access_token, body: { email, role: 'owner' } };
      await identity.call('POST', '/api/team/invitations', invitation);
      const mail = await mailbox.probe.waitFor(memberInvited, (sent) => sent.email === email);
      const body = { token: mail.data.token, name: 'Finn', password: PASSWORD };
      return (await identity.call<SignedIn>('POST', '/api/auth/invitations/register', { body }))
        .body;
    };
    const memberOf = ({ member }: SignedIn & { readonly member?: { readonly id: string } }) =>
      member?.id;
    const friend = await join();
    const since = new Date().toISOString();
    const intruder = await join();
    const request = async (ip: string, except: readonly string[] = []) => {
      await forget(emailOf(owner), ip);
      return mailbox.waitForLink(emailOf(owner), 'reset_password', except);
    };
    const first = await request('203.0.113.80');
    const kept = await reset({ token: first, password: NEW_PASSWORD });
    expect(kept.body['members']).toMatchObject([
      { id: memberOf(friend), role: 'owner' },
      { id: memberOf(intruder), role: 'owner' },
    ]);
    const second = await request('203.0.113.80', [first]);
    const given = { token: second, password: PASSWORD, end_members_since: since };
    const ended = await reset(given);
    expect(ended.body['members']).toMatchObject([{ id: memberOf(friend) }]);
    const statusOf = async ({ access_token: token }: SignedIn) =>
      (await identity.call('GET', '/api/auth/me', { token })).status;
    await eventually(async () => (await statusOf(intruder)) === 401, { timeoutMs: 5_000 });
    const refresh = async ({ refresh_token }: SignedIn) =>
      (await identity.call('POST', '/api/auth/refresh', { body: { refresh_token } })).status;
    expect(await refresh(intruder)).toBe(401);
    expect(await refresh(friend)).toBe(200);
  });

  it('works by the page behind the link, which names what is wrong with a password', async () => {
    const owner = await identity.registered();
    await forget(emailOf(owner), '203.0.113.50');
    const token = await mailbox.waitForLink(emailOf(owner), 'reset_password');
    const submit = async (password: string) => {
      const body = new URLSearchParams({ token, password });
      return (
        await gatewayFetch('identity', `${identity.url}/account/reset-password`, {
          method: 'POST',
          body,
        })
      ).text();
    };
    expect(await submit('short')).toContain('at least 10 characters');
    expect(await submit('qwertyuiop')).toContain('most common passwords');
    expect(await submit(NEW_PASSWORD)).toContain('new password is set');
    expect(await logIn(emailOf(owner), NEW_PASSWORD)).toMatchObject({ status: 200 });
  });
});
