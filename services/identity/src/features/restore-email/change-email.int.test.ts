import { randomUUIDv7 } from 'node:crypto';
import { memberInvited, userSecondFactorChanged } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { enrol } from '../../testing/authenticator-app.ts';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';
import { type Mailbox, openMailbox } from '../../testing/open-mailbox.ts';

const PASSWORD = 'correct horse battery';
let identity: Awaited<ReturnType<typeof openIdentity>>;
let mailbox: Mailbox;

beforeAll(async () => {
  const env = await identityEnv({ RATE_LIMIT_ACCOUNT_MAILS_PER_HOUR: '0' });
  [identity, mailbox] = await Promise.all([openIdentity(env), openMailbox(env)]);
});

afterAll(() => Promise.all([identity.close(), mailbox.close()]));

interface Owner extends SignedIn {
  readonly email: string;
}

const newAddress = (): string => `${randomUUIDv7()}@example.com`;

const verify = (token: string) =>
  identity.call('POST', '/api/auth/verify-email', { body: { token } });
const restore = (token: string) =>
  identity.call('POST', '/api/auth/restore-email', { body: { token } });
const reset = (token: string, password: string) =>
  identity.call('POST', '/api/auth/reset-password', { body: { token, password } });
const logIn = (email: string, password = PASSWORD) =>
  identity.call<SignedIn>('POST', '/api/auth/login', { body: { email, password } });
const refresh = (token: string) =>
  identity.call('POST', '/api/auth/refresh', { body: { refresh_token: token } });
const me = async (token: string) => (await identity.call('GET', '/api/auth/me', { token })).body;

async function provedOwner(): Promise<Owner> {
  const signedIn = await identity.registered();
  const email = String(signedIn.user['email']);
  await verify(await mailbox.waitForLink(email, 'verify_email'));
  return { ...signedIn, email };
}

const requestChange = (token: string, email: string) =>
  identity.call('PUT', '/api/auth/me', { token, body: { email, current_password: PASSWORD } });

/** Invites somebody, and returns the mailed token. */
async function invite(token: string): Promise<string> {
  const email = newAddress();
  await identity.call('POST', '/api/team/invitations', { token, body: { email, role: 'owner' } });
  return (await mailbox.probe.waitFor(memberInvited, (mail) => mail.email === email)).data.token;
}
const join = (token: string) =>
  identity.call<SignedIn>('POST', '/api/auth/invitations/register', {
    body: { token, name: 'Finn', password: PASSWORD },
  });

/** Changes the address, and returns the link that takes the change back. */
async function change(owner: Owner, token: string, from: string, to: string): Promise<string> {
  await requestChange(token, to);
  await verify(await mailbox.waitForLink(to, 'change_email'));
  return mailbox.waitForLink(from, 'restore_email');
}

describe('changing a proved address', () => {
  it('waits for the confirmation at the new address, and alerts the old one', async () => {
    const owner = await provedOwner();
    const email = newAddress();
    const pending = await requestChange(owner.access_token, email);
    expect(pending).toMatchObject({
      status: 200,
      body: { email: owner.email, pending_email: email },
    });
    expect(await logIn(email)).toMatchObject({ status: 401 });
    expect(mailbox.linksTo(owner.email, 'restore_email')).toEqual([]);

    const link = await mailbox.waitForLink(email, 'change_email');
    expect(await verify(link)).toMatchObject({
      status: 200,
      body: { email, email_verified: true },
    });
    expect(await logIn(email)).toMatchObject({ status: 200 });
    expect(await logIn(owner.email)).toMatchObject({ status: 401 });
    await mailbox.waitForLink(owner.email, 'restore_email');
    expect(await verify(link)).toMatchObject({ status: 400 });
  });

  it('changes an unproved address at once, so that a mistyped one can be mended', async () => {
    const signedIn = await identity.registered();
    const email = newAddress();
    const changed = await requestChange(signedIn.access_token, email);
    expect(changed).toMatchObject({ status: 200, body: { email, email_verified: false } });
    await verify(await mailbox.waitForLink(email, 'verify_email'));
    expect(await me(signedIn.access_token)).toMatchObject({ email, email_verified: true });
    // The link to the mistyped address proves nothing any more.
    const [first] = mailbox.linksTo(String(signedIn.user['email']), 'verify_email');
    expect(await verify(first ?? '')).toMatchObject({ status: 400 });
  });

  it('mails no way back to an unproved address, and leaves it free, because it may be a stranger’s', async () => {
    const signedIn = await identity.registered();
    const mistyped = String(signedIn.user['email']);
    const email = newAddress();
    await requestChange(signedIn.access_token, email);
    await mailbox.waitForLink(email, 'verify_email');
    expect(mailbox.linksTo(mistyped, 'restore_email')).toEqual([]);
    expect((await identity.registered({ email: mistyped })).user).toMatchObject({
      email: mistyped,
    });
  });

  it.each(['reset', 'changed'])('is refused once the password was %s meanwhile', async (how) => {
    const owner = await provedOwner();
    const stolen = newAddress();
    await requestChange(owner.access_token, stolen);
    const link = await mailbox.waitForLink(stolen, 'change_email');
    const password = 'another long secret';
    if (how === 'reset') {
      await identity.call('POST', '/api/auth/forgot-password', { body: { email: owner.email } });
      const resetLink = await mailbox.waitForLink(owner.email, 'reset_password');
      expect(await reset(resetLink, password)).toMatchObject({ status: 200 });
    } else {
      const body = { password, current_password: PASSWORD };
      const changed = await identity.call('PUT', '/api/auth/me', {
        token: owner.access_token,
        body,
      });
      expect(changed).toMatchObject({ status: 200 });
    }
    expect(await verify(link)).toMatchObject({ status: 400, body: { error: 'invalid_link' } });
    expect(await logIn(owner.email, password)).toMatchObject({ status: 200 });
  });

  it('works together with a new password', async () => {
    const owner = await provedOwner();
    const email = newAddress();
    const body = { email, password: 'another long secret', current_password: PASSWORD };
    await identity.call('PUT', '/api/auth/me', { token: owner.access_token, body });
    const link = await mailbox.waitForLink(email, 'change_email');
    expect(await verify(link)).toMatchObject({ status: 200, body: { email } });
  });
});

describe('taking a change back', () => {
  it('restores the address, and ends sessions, tokens, the password and keys made since', async () => {
    const owner = await provedOwner();
    const makeKey = (token: string, name: string) =>
      identity.call('POST', '/api/auth/api-keys', {
        token,
        body: { name, scopes: ['payouts:read'] },
      });
    await makeKey(owner.access_token, 'before');
    const stolen = newAddress();
    const link = await change(owner, owner.access_token, owner.email, stolen);
    const thief = (await logIn(stolen)).body;
    await makeKey(thief.access_token, 'since');

    expect(await restore(link)).toMatchObject({ status: 200, body: { success: true } });
    const refresh = { body: { refresh_token: thief.refresh_token } };
    expect(await identity.call('POST', '/api/auth/refresh', refresh)).toMatchObject({
      status: 401,
    });
    await eventually(async () => {
      const { status } = await identity.call('GET', '/api/auth/me', { token: thief.access_token });
      return status === 401;
    });
    expect(await logIn(stolen)).toMatchObject({ status: 401 });
    expect(await logIn(owner.email)).toMatchObject({ status: 401 });

    const password = 'another long secret';
    const resetLink = await mailbox.waitForLink(owner.email, 'reset_password');
    const body = { token: resetLink, password, end_api_keys: false };
    const kept = await identity.call('POST', '/api/auth/reset-password', { body });
    expect(kept.body['api_keys']).toMatchObject([{ name: 'before' }]);
    const again = await logIn(owner.email, password);
    expect(again).toMatchObject({ status: 200, body: { user: { email: owner.email } } });
    expect(await restore(link)).toMatchObject({ status: 400, body: { error: 'invalid_link' } });
  });

  it('ends members who joined since and open invitations, and leaves earlier members', async () => {
    const owner = await provedOwner();
    const { body: earlier } = await join(await invite(owner.access_token));
    const link = await change(owner, owner.access_token, owner.email, newAddress());
    const { body: since } = await join(await invite(owner.access_token));
    const open = await invite(owner.access_token);

    expect(await restore(link)).toMatchObject({ status: 200 });
    expect(await refresh(since.refresh_token)).toMatchObject({ status: 401 });
    await eventually(async () => {
      const { status } = await identity.call('GET', '/api/auth/me', { token: since.access_token });
      return status === 401;
    });
    expect(await join(open)).toMatchObject({ status: 404 });
    expect(await refresh(earlier.refresh_token)).toMatchObject({ status: 200 });
  });

  it('removes an authenticator app that was added since, informs its owner, and leaves an earlier one', async () => {
    const enrolledAt = async (isSince: boolean) => {
      const owner = await provedOwner();
      const { accessToken: token } = isSince
        ? { accessToken: owner.access_token }
        : await enrol(identity, owner);
      const link = await change(owner, token, owner.email, newAddress());
      if (isSince) await enrol(identity, owner);
      expect(await restore(link)).toMatchObject({ status: 200 });
      const password = 'another long secret';
      await reset(await mailbox.waitForLink(owner.email, 'reset_password'), password);
      const { status, body } = await logIn(owner.email, password);
      return { owner, status, token: body.access_token };
    };
    const { owner, status, token } = await enrolledAt(true);
    expect(status).toBe(200);
    await mailbox.probe.waitFor(
      userSecondFactorChanged,
      ({ userId, change: made }) => userId === owner.user.id && made === 'removed',
    );
    await eventually(async () => {
      const path = '/api/audit?operation=restoreEmail';
      const { body } = await identity.call('GET', path, { token });
      return JSON.stringify(body['entries']).includes('second_factor');
    });
    expect((await enrolledAt(false)).status).toBe(401);
  });

  it('is impossible for an address that was never proved, whose link an earlier release mailed', async () => {
    const signedIn = await identity.registered();
    const email = String(signedIn.user['email']);
    const link = await mailbox.waitForLink(email, 'verify_email');
    const links = identity.platform.mongo.connection.collection('account_links');
    await links.updateOne(
      { userId: signedIn.user.id },
      { $set: { purpose: 'restore_email', email: newAddress() } },
    );
    expect(await restore(link)).toMatchObject({ status: 400, body: { error: 'invalid_link' } });
    await identity.call('POST', '/api/auth/verify-email/resend', { token: signedIn.access_token });
    await verify(await mailbox.waitForLink(email, 'verify_email', [link]));
    expect(await restore(link)).toMatchObject({ status: 400, body: { error: 'invalid_link' } });
    expect(await me(signedIn.access_token)).toMatchObject({ email, email_verified: true });
  });

  it('stays possible for the owner after further changes, whichever link a thief uses', async () => {
    const owner = await provedOwner();
    const [first, second] = [newAddress(), newAddress()];
    const ownersLink = await change(owner, owner.access_token, owner.email, first);
    const thief = (await logIn(first)).body;
    const thiefsLink = await change(owner, thief.access_token, first, second);
    expect(await restore(thiefsLink)).toMatchObject({ status: 200 });
    expect(await restore(ownersLink)).toMatchObject({ status: 200 });
    const resetLink = await mailbox.waitForLink(owner.email, 'reset_password');
    await reset(resetLink, 'another long secret');
    expect(await logIn(owner.email, 'another long secret')).toMatchObject({ status: 200 });
  });

  it('reserves the former address meanwhile, so that a thief cannot register it', async () => {
    const owner = await provedOwner();
    await change(owner, owner.access_token, owner.email, newAddress());
    const body = { email: owner.email, password: PASSWORD, role: 'brand', name: 'Thief' };
    expect(await identity.call('POST', '/api/auth/register', { body })).toMatchObject({
      status: 409,
      body: { error: 'email_taken' },
    });
    const other = await provedOwner();
    expect(await requestChange(other.access_token, owner.email)).toMatchObject({ status: 409 });
  });
});
