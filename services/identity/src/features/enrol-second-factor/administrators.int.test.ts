import { openGrpcClient } from '@tributary/grpc';
import { eventually, tokensOf } from '@tributary/testing';
import { enrol } from '../../testing/authenticator-app.ts';
import { identityEnv, openIdentity } from '../../testing/open-identity.ts';

describe('where administrators need a second factor', () => {
  let strict: Awaited<ReturnType<typeof openIdentity>>;
  beforeAll(async () => {
    strict = await openIdentity(await identityEnv({ ADMIN_SECOND_FACTOR: 'required' }));
  });
  afterAll(() => strict.close());

  it('one without may only add it, and everything else afterwards; nor do earlier API keys work', async () => {
    const admin = await strict.signedInAdmin();
    const users = (token: string) => strict.call('GET', '/api/admin/users', { token });
    const refused = { error: 'second_factor_enrolment_required' };
    expect(await users(admin.access_token)).toMatchObject({ status: 403, body: refused });
    const me = await strict.call('GET', '/api/auth/me', { token: admin.access_token });
    expect(me.status).toBe(200);
    const { accessToken, recoveryCodes } = await enrol(strict, admin);
    expect((await users(accessToken)).status).toBe(200);
    const made = await strict.call<{ key: string }>('POST', '/api/auth/api-keys', {
      token: accessToken,
      body: { name: 'A', scopes: ['campaigns:read'] },
    });
    const address = `127.0.0.1:${String(strict.grpcPort)}`;
    const rpc = openGrpcClient('tributary.identity.v1.Users', address, tokensOf('gateway'));
    const exchange = () =>
      rpc.call(
        'ExchangeApiKey',
        { apiKey: made.body.key, clientIp: '' },
        { deadlineMs: 5_000, idempotent: true },
      );
    await expect(exchange()).resolves.toBeDefined();
    await strict.call('POST', '/api/auth/second-factor/disable', {
      token: accessToken,
      body: { code: recoveryCodes[0] },
    });
    await expect(exchange()).rejects.toMatchObject({ code: refused.error });
    rpc.close();
  });

  it('leave an entry in the audit log where they remove another’s, without its secrets', async () => {
    const ann = await strict.registered();
    const { secret, recoveryCodes } = await enrol(strict, ann);
    const signedIn = await strict.signedInAdmin();
    const admin = await enrol(strict, signedIn);
    const token = admin.accessToken;
    const removed = await strict.call('DELETE', `/api/admin/users/${ann.user.id}/second-factor`, {
      token,
    });
    expect(removed.status).toBe(200);
    const entries = await eventually(async () => {
      const path = '/api/audit?operation=removeSecondFactor';
      const { body } = await strict.call('GET', path, { token: ann.access_token });
      const found = body['entries'] as readonly object[];
      return found.length > 0 && found;
    });
    const text = JSON.stringify(entries);
    expect(text).toContain('second_factor');
    for (const plain of [secret, ...recoveryCodes]) expect(text).not.toContain(plain);
  });
});
