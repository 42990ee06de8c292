import { accountMailRequested, userRegistered, userUpdated } from '@tributary/contracts';
import { type EventProbe, openEventProbe } from '@tributary/testing';
import { identityEnv, openIdentity } from '../../testing/open-identity.ts';

let identity: Awaited<ReturnType<typeof openIdentity>>;
let probe: EventProbe;
beforeAll(async () => {
  const env = await identityEnv();
  [identity, probe] = await Promise.all([
    openIdentity(env),
    openEventProbe(env, ['identity.users', 'identity.mails']),
  ]);
});
afterAll(async () => {
  await identity.close();
  await probe.close();
});

describe('the locale of a new account', () => {
  it('is the one that the browser prefers, in the events of the account and of its first mail', async () => {
    const headers = { 'accept-language': 'fr;q=0.9, de-at;q=0.8, en;q=0.1' };
    const { user, access_token: token } = await identity.registered({}, headers);
    const isTheirs = ({ userId }: { readonly userId: string }) => userId === user.id;
    expect((await probe.waitFor(userRegistered, isTheirs)).data.locale).toBe('de-AT');
    expect((await probe.waitFor(accountMailRequested, isTheirs)).data.locale).toBe('de-AT');
    await identity.call('PUT', '/api/auth/me', { token, body: { name: 'Ada' } });
    expect((await probe.waitFor(userUpdated, isTheirs)).data.locale).toBe('de-AT');
  });

  it('is left out where the browser prefers no language that has texts', async () => {
    const { user } = await identity.registered({}, { 'accept-language': 'fr, *;q=0.5' });
    const { data } = await probe.waitFor(userRegistered, ({ userId }) => userId === user.id);
    expect(data).not.toHaveProperty('locale');
  });
});
