import { randomUUIDv7 } from 'node:crypto';
import { type GrpcClient, openGrpcClient } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';

let identity: Awaited<ReturnType<typeof openIdentity>>;
let users: GrpcClient<'tributary.identity.v1.Users'>;
let campaign: GrpcClient<'tributary.identity.v1.Users'>;
let owner: SignedIn;

const IN_TIME = { deadlineMs: 5_000, idempotent: true };
const exchange = (apiKey: string, clientIp = '') =>
  users.call('ExchangeApiKey', { apiKey, clientIp }, IN_TIME);

interface MadeKey {
  readonly id: string;
  readonly key: string;
}

const make = (body: unknown, token = owner.access_token) =>
  identity.call<MadeKey & Record<string, unknown>>('POST', '/api/auth/api-keys', { token, body });

beforeAll(async () => {
  identity = await openIdentity(await identityEnv());
  const address = `127.0.0.1:${String(identity.grpcPort)}`;
  users = openGrpcClient('tributary.identity.v1.Users', address, tokensOf('gateway'));
  campaign = openGrpcClient('tributary.identity.v1.Users', address, tokensOf('campaign'));
  owner = await identity.registered({ role: 'brand' });
});

afterAll(async () => {
  users.close();
  campaign.close();
  await identity.close();
});

const claimsOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('API keys', () => {
  it('are shown once, stored as a digest, and act for their owner within their scopes', async () => {
    const scopes = ['payouts:read', 'campaigns:write', 'payouts:read'];
    const made = await make({ name: 'Shop', scopes });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: made.body.id,
      name: 'Shop',
      key: expect.stringMatching(/^trk_[\w-]{43}$/) as string,
      last_characters: made.body.key.slice(-4),
      scopes: ['payouts:read', 'campaigns:write'],
      allowed_addresses: [],
      created_by: owner.user.id,
      created_at: expect.any(String) as string,
      expires_at: null,
      last_used_at: null,
    });
    const stored = await identity.platform.mongo.connection
      .collection('api_keys')
      .findOne({ userId: owner.user.id });
    expect(JSON.stringify(stored)).not.toContain(made.body.key.slice(4));

    const { accessToken, expiresIn } = await exchange(made.body.key);
    expect(expiresIn).toBeLessThanOrEqual(120);
    expect(claimsOf(accessToken)).toMatchObject({
      sub: owner.user.id,
      role: 'brand',
      scopes: ['payouts:read', 'campaigns:write'],
    });
    const list = await identity.call('GET', '/api/auth/api-keys', { token: owner.access_token });
    const { key: _shownOnce, ...shown } = made.body;
    expect(list.body).toEqual({
      api_keys: [{ ...shown, last_used_at: expect.any(String) as string }],
    });
  });

  it('may not touch the account they belong to', async () => {
    const { body } = await make({ name: 'Shop', scopes: ['campaigns:write'] });
    const { accessToken: token } = await exchange(body.key);
    for (const [method, path] of [
      ['GET', '/api/auth/me'],
      ['POST', '/api/auth/api-keys'],
      ['POST', '/api/auth/logout'],
    ] as const) {
      const answer = await identity.call(method, path, {
        token,
        body: method === 'GET' ? undefined : {},
      });
      expect(answer).toMatchObject({ status: 403, body: { error: 'api_key_not_allowed' } });
    }
  });

  it('stop working when their owner, and nobody else, deletes them', async () => {
    const { body } = await make({ name: 'Old', scopes: ['analytics:read'] });
    const stranger = await identity.registered();
    const path = `/api/auth/api-keys/${body.id}`;
    const byStranger = await identity.call('DELETE', path, { token: stranger.access_token });
    const absent = await identity.call('DELETE', `/api/auth/api-keys/${randomUUIDv7()}`, {
      token: stranger.access_token,
    });
    expect(byStranger).toMatchObject({ status: 404, body: absent.body });
    await expect(exchange(body.key)).resolves.toBeDefined();
    const deleted = await identity.call('DELETE', path, { token: owner.access_token });
    expect(deleted).toMatchObject({ status: 200, body: { success: true } });
    await expect(exchange(body.key)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('work from the addresses that they are limited to, and from nowhere else', async () => {
    const allowed = ['198.51.100.0/24', '2001:db8:1::/48', '203.0.113.7'];
    const { body } = await make({
      name: 'A',
      scopes: ['payouts:read'],
      allowed_addresses: allowed,
    });
    expect(body['allowed_addresses']).toEqual(allowed);
    for (const inside of [
      '198.51.100.9',
      '::ffff:198.51.100.9',
      '2001:db8:1:2::3',
      '203.0.113.7',
    ]) {
      await expect(exchange(body.key, inside)).resolves.toBeDefined();
    }
    for (const outside of ['198.51.101.9', '2001:db8:2::1', '203.0.113.8', '', 'nonsense']) {
      await expect(exchange(body.key, outside)).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'address_not_allowed',
      });
    }
  });

  it('made before makers and addresses were stored belong to the account’s own login', async () => {
    const { body } = await make({ name: 'Old', scopes: ['payouts:read'] });
    const keys = identity.platform.mongo.connection.collection<{ _id: string }>('api_keys');
    await keys.updateOne({ _id: body.id }, { $unset: { makerId: 1, allowedAddresses: 1 } });
    const { accessToken } = await exchange(body.key);
    expect(claimsOf(accessToken)).not.toHaveProperty('mem');
    const list = await identity.call<{ api_keys: Record<string, unknown>[] }>(
      'GET',
      '/api/auth/api-keys',
      { token: owner.access_token },
    );
    expect(list.body.api_keys.find(({ id }) => id === body.id)).toMatchObject({
      created_by: owner.user.id,
      allowed_addresses: [],
    });
  });

  it('stop working when they expire', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { body } = await make({
      name: 'Brief',
      scopes: ['analytics:read'],
      expires_at: expiresAt.toISOString(),
    });
    await expect(exchange(body.key)).resolves.toBeDefined();
    const keys = identity.platform.mongo.connection.collection<{ _id: string }>('api_keys');
    await keys.updateOne({ _id: body.id }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    await expect(exchange(body.key)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('stop working when their owner is suspended', async () => {
    const other = await identity.registered({ role: 'brand' });
    const { body } = await make({ name: 'Shop', scopes: ['campaigns:read'] }, other.access_token);
    const admin = await identity.signedInAdmin();
    await identity.call('PUT', `/api/admin/users/${other.user.id}/status`, {
      token: admin.access_token,
      body: { status: 'suspended' },
    });
    await expect(exchange(body.key)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it.each(['', 'trk_', `trk_${'A'.repeat(43)}`, '{"$ne":null}'])('are refused: %p', async (key) => {
    await expect(exchange(key)).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'invalid_token',
    });
  });

  it.each([
    ['no scopes', { name: 'A', scopes: [] }],
    ['an unknown scope', { name: 'A', scopes: ['everything:write'] }],
    [
      'an end in the past',
      { name: 'A', scopes: ['payouts:read'], expires_at: '2020-01-01T00:00:00Z' },
    ],
    ['a field that does not exist', { name: 'A', scopes: ['payouts:read'], role: 'admin' }],
    ['no CIDR', { name: 'A', scopes: ['payouts:read'], allowed_addresses: ['10.0.0.0/33'] }],
    ['no name', { scopes: ['payouts:read'] }],
  ])('are not created with %s', async (_case, body) => {
    expect(await make(body)).toMatchObject({ status: 400 });
  });
});

describe('Users.GetMany', () => {
  it('returns known users and leaves out unknown ids', async () => {
    const ids = [owner.user.id, randomUUIDv7(), 'nonsense'];
    const { users: found } = await campaign.call('GetMany', { userIds: ids }, IN_TIME);
    expect(found).toEqual([
      {
        userId: owner.user.id,
        role: 'brand',
        plan: 'free',
        status: 'active',
        email: owner.user['email'],
        name: 'Somebody',
        company: '',
        country: '',
        phone: '',
        emailVerified: false,
        marketingChannels: { names: [] },
      },
    ]);
  });

  it('refuses too many ids', async () => {
    const userIds = Array.from({ length: 501 }, () => randomUUIDv7());
    await expect(campaign.call('GetMany', { userIds }, IN_TIME)).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});
