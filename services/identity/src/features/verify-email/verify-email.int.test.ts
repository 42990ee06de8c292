import { createHash, randomUUIDv7 } from 'node:crypto';
import { userEmailVerified } from '@tributary/contracts';
import { gatewayFetch } from '@tributary/testing';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';
import { type Mailbox, openMailbox } from '../../testing/open-mailbox.ts';

let identity: Awaited<ReturnType<typeof openIdentity>>;
let mailbox: Mailbox;

beforeAll(async () => {
  const env = await identityEnv({ RATE_LIMIT_ACCOUNT_MAILS_PER_HOUR: '2' });
  [identity, mailbox] = await Promise.all([openIdentity(env), openMailbox(env)]);
});

afterAll(() => Promise.all([identity.close(), mailbox.close()]));

const emailOf = ({ user }: SignedIn): string => String(user['email']);
const verify = (token: string) =>
  identity.call('POST', '/api/auth/verify-email', { body: { token } });
const resend = ({ access_token: token }: SignedIn) =>
  identity.call('POST', '/api/auth/verify-email/resend', { token });

const links = () => identity.platform.mongo.connection.collection<{ _id: string }>('account_links');

describe('proving an e-mail address', () => {
  it('takes the link that registering mails, and publishes it', async () => {
    const signedIn = await identity.registered();
    expect(signedIn.user).toMatchObject({ email_verified: false });
    const token = await mailbox.waitForLink(emailOf(signedIn), 'verify_email');
    expect(await verify(token)).toMatchObject({ status: 200, body: { email_verified: true } });
    const me = await identity.call('GET', '/api/auth/me', { token: signedIn.access_token });
    expect(me.body).toMatchObject({ email_verified: true });
    const event = await mailbox.probe.waitFor(
      userEmailVerified,
      ({ userId }) => userId === signedIn.user.id,
    );
    expect(event.data).toMatchObject({ emailVerified: true });
  });

  it('takes a link once, of twenty requests at once too', async () => {
    const token = await mailbox.waitForLink(emailOf(await identity.registered()), 'verify_email');
    const all = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = all.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body['error']))).toEqual(new Set(['invalid_link']));
  });

  it('stores a digest of the link only', async () => {
    const signedIn = await identity.registered();
    const token = await mailbox.waitForLink(emailOf(signedIn), 'verify_email');
    const [stored] = await links().find({ userId: signedIn.user.id }).toArray();
    expect(stored?._id).toBe(createHash('sha256').update(token).digest('base64url'));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('refuses an expired link and one that was never issued', async () => {
    const signedIn = await identity.registered();
    const token = await mailbox.waitForLink(emailOf(signedIn), 'verify_email');
    const expired = { $set: { expiresAt: new Date(Date.now() - 1) } };
    await links().updateOne({ userId: signedIn.user.id }, expired);
    for (const wrong of [token, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`]) {
      expect(await verify(wrong)).toMatchObject({ status: 400, body: { error: 'invalid_link' } });
    }
    expect(await verify('tra_short')).toMatchObject({ status: 400 });
  });

  it('mails another link, which replaces the first, and not without limit', async () => {
    const signedIn = await identity.registered();
    const first = await mailbox.waitForLink(emailOf(signedIn), 'verify_email');
    expect(await resend(signedIn)).toMatchObject({ status: 200 });
    const second = await mailbox.waitForLink(emailOf(signedIn), 'verify_email', [first]);
    expect(await verify(first)).toMatchObject({ status: 400 });
    await resend(signedIn);
    expect(await resend(signedIn)).toMatchObject({ status: 429 });
    const third = await mailbox.waitForLink(emailOf(signedIn), 'verify_email', [first, second]);
    expect(await verify(third)).toMatchObject({ status: 200 });
    expect(await resend(signedIn)).toMatchObject({
      status: 200,
      body: { message: 'The address is proved already' },
    });
  });

  it('works by the page behind the link, whose opening alone proves nothing', async () => {
    const signedIn = await identity.registered();
    const token = await mailbox.waitForLink(emailOf(signedIn), 'verify_email');
    const page = await gatewayFetch(
      'identity',
      `${identity.url}/account/verify-email?token=${token}`,
    );
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await page.text()).toContain(`name="token" value="${token}"`);
    const me = () => identity.call('GET', '/api/auth/me', { token: signedIn.access_token });
    expect((await me()).body).toMatchObject({ email_verified: false });
    const submit = () =>
      gatewayFetch('identity', `${identity.url}/account/verify-email`, {
        method: 'POST',
        body: new URLSearchParams({ token }),
      });
    expect(await (await submit()).text()).toContain('is confirmed');
    expect((await me()).body).toMatchObject({ email_verified: true });
    expect((await submit()).status).toBe(400);
  });

  it('is not needed by the administrator of the settings', async () => {
    expect((await identity.signedInAdmin()).user).toMatchObject({ email_verified: true });
  });

  it('treats accounts of earlier releases as unproved', async () => {
    const signedIn = await identity.registered({ email: `${randomUUIDv7()}@example.com` });
    const users = identity.platform.mongo.connection.collection<{ _id: string }>('users');
    await users.updateOne({ _id: signedIn.user.id }, { $unset: { emailVerifiedAt: 1 } });
    const me = await identity.call('GET', '/api/auth/me', { token: signedIn.access_token });
    expect(me).toMatchObject({ status: 200, body: { email_verified: false } });
  });
});
