import { createHmac, generateKeyPairSync, randomUUIDv7 } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { openSecretCipher } from '../../clients/secret-cipher.ts';
import { type SigningKeyDocument, signingKeys } from '../../store/collections.ts';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';

const ENCRYPTION_KEY = 'a key of this test that is long enough';
let identity: Awaited<ReturnType<typeof openIdentity>>;
let canary: Server;
let canaryUrl = '';
let canaryCalls = 0;
let signedIn: SignedIn;
let good: string;
let key: SigningKeyDocument;
let privateKey: string;

type Json = Record<string, unknown>;
const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const parts = (token: string): [string, string, string] => {
  const [head = '', body = '', signature = ''] = token.split('.');
  return [head, body, signature];
};
const decode = (part: string): Json =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Json;
const claims = (): Json => decode(parts(good)[1]);
const now = (): number => Math.floor(Date.now() / 1000);

/** Signed by identity's own key, with other claims or another header. */
const signed = (changes: Json, header: Json = {}): string => {
  const payload = { ...claims(), ...changes };
  const kept = Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== undefined),
  );
  return jwt.sign(kept, privateKey, {
    algorithm: 'RS256',
    header: { alg: 'RS256', typ: 'JWT', kid: key._id, ...header },
  });
};

/** A header and claims with a custom signature. */
const assembled = (header: Json, body: Json, sign: (input: string) => string): string => {
  const input = `${encode(header)}.${encode(body)}`;
  return `${input}.${sign(input)}`;
};

const me = (authorization: string | undefined, path = '/api/auth/me') =>
  identity.call('GET', path, {
    headers: authorization === undefined ? {} : { authorization },
  });

beforeAll(async () => {
  identity = await openIdentity(await identityEnv({ IDENTITY_KEY_ENCRYPTION_KEY: ENCRYPTION_KEY }));
  signedIn = await identity.registered();
  good = signedIn.access_token;
  const { connection } = identity.platform.mongo;
  const document = await signingKeys.open(connection.useDb(connection.name)).findOne().lean();
  if (document === null) throw new Error('There is no signing key');
  key = document;
  privateKey = openSecretCipher([ENCRYPTION_KEY]).decrypt(document.sealedPrivateKey, document._id);
  canary = createServer((_req, res) => {
    canaryCalls += 1;
    res.end(JSON.stringify({ keys: [] }));
  });
  await new Promise<void>((resolve) => canary.listen(0, resolve));
  canaryUrl = `http://127.0.0.1:${String((canary.address() as AddressInfo).port)}/keys`;
});

afterAll(async () => {
  await identity.close();
  canary.close();
});

describe('access tokens', () => {
  it('contain the claims of the contract, signed RS256 by a published key', async () => {
    const { body } = await identity.call<{ keys: Json[] }>('GET', '/.well-known/jwks.json');
    expect(decode(parts(good)[0])).toEqual({ alg: 'RS256', typ: 'JWT', kid: key._id });
    expect(body.keys.map(({ kid }) => kid)).toContain(key._id);
    for (const published of body.keys) {
      expect(Object.keys(published).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    }
    const actual = claims();
    expect(actual).toEqual({
      sub: signedIn.user.id,
      role: 'affiliate',
      plan: 'free',
      iss: 'tributary',
      aud: 'tributary-api',
      iat: expect.any(Number) as number,
      exp: Number(actual['iat']) + 900,
      jti: expect.any(String) as string,
      sid: expect.any(String) as string,
      amr: ['pwd'],
      auth_time: expect.any(Number) as number,
    });
    expect(await me(`Bearer ${good}`)).toMatchObject({ status: 200 });
    // The test's own signing produces valid tokens, so the cases below fail for their own reason.
    expect(await me(`Bearer ${signed({})}`)).toMatchObject({ status: 200 });
  });

  it('are signed by a private key that is encrypted in the database', () => {
    expect(JSON.stringify(key)).not.toContain('PRIVATE KEY');
    expect(Object.keys(key.publicJwk)).not.toContain('d');
  });

  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = () => {
    const { n, e } = key.publicJwk as { n: string; e: string };
    return { n, e };
  };
  const hmac = (secret: string) => (input: string) =>
    createHmac('sha256', secret).update(input).digest('base64url');
  const header = (changes: Json = {}): Json => ({
    alg: 'RS256',
    typ: 'JWT',
    kid: key._id,
    ...changes,
  });
  const byStranger = (head: Json = {}): string =>
    jwt.sign(claims(), other.privateKey, {
      algorithm: 'RS256',
      header: { alg: 'RS256', kid: key._id, ...head },
    });

  /**
   * Known attacks: forged, altered and outdated tokens. A token signed by the real key differs from a
   * valid token in one point only.
   */
  const forged: [string, () => string | undefined][] = [
    ['no token', () => undefined],
    ['alg none', () => `Bearer ${assembled(header({ alg: 'none' }), claims(), () => '')}`],
    ['alg None', () => `Bearer ${assembled(header({ alg: 'None' }), claims(), () => '')}`],
    ['alg nOnE', () => `Bearer ${assembled(header({ alg: 'nOnE' }), claims(), () => 'x')}`],
    ['an empty signature', () => `Bearer ${parts(good)[0]}.${parts(good)[1]}.`],
    ['no signature part', () => `Bearer ${parts(good)[0]}.${parts(good)[1]}`],
    ['another key under our key id', () => `Bearer ${byStranger()}`],
    [
      'the public key as HS256 secret',
      () => `Bearer ${assembled(header({ alg: 'HS256' }), claims(), hmac(JSON.stringify(pem())))}`,
    ],
    [
      'the modulus as HS256 secret',
      () => `Bearer ${assembled(header({ alg: 'HS256' }), claims(), hmac(pem().n))}`,
    ],
    [
      'HS256 with the signature of RS256',
      () => `Bearer ${encode(header({ alg: 'HS256' }))}.${parts(good)[1]}.${parts(good)[2]}`,
    ],
    [
      'RS384',
      () => `Bearer ${jwt.sign(claims(), privateKey, { algorithm: 'RS384', keyid: key._id })}`,
    ],
    [
      'a key of its own in the header',
      () => `Bearer ${byStranger({ jwk: other.publicKey.export({ format: 'jwk' }) })}`,
    ],
    ['a key address in the header', () => `Bearer ${byStranger({ jku: canaryUrl, kid: 'far' })}`],
    ['a certificate address', () => `Bearer ${byStranger({ x5u: canaryUrl })}`],
    ['a path for a key id', () => `Bearer ${byStranger({ kid: '../../../../dev/null' })}`],
    ['a query for a key id', () => `Bearer ${byStranger({ kid: { $ne: null } })}`],
    ['no key id', () => `Bearer ${signed({}, { kid: undefined })}`],
    ['a token that has expired', () => `Bearer ${signed({ iat: now() - 1_000, exp: now() - 60 })}`],
    ['a token that is not valid yet', () => `Bearer ${signed({ nbf: now() + 60 })}`],
    ['a token of tomorrow', () => `Bearer ${signed({ iat: now() + 120, exp: now() + 900 })}`],
    ['a token without end', () => `Bearer ${signed({ exp: undefined })}`],
    ['another issuer', () => `Bearer ${signed({ iss: 'somebody' })}`],
    ['another audience', () => `Bearer ${signed({ aud: 'another-api' })}`],
    ['no issuer', () => `Bearer ${signed({ iss: undefined })}`],
    ['no audience', () => `Bearer ${signed({ aud: undefined })}`],
    ['a refresh token', () => `Bearer ${signedIn.refresh_token}`],
    ['an unknown critical extension', () => `Bearer ${signed({}, { crit: ['exp2'] })}`],
    ['an unknown role', () => `Bearer ${signed({ role: 'root' })}`],
    ['several roles', () => `Bearer ${signed({ role: ['affiliate', 'admin'] })}`],
    ['a malformed user id', () => `Bearer ${signed({ sub: { $gt: '' } })}`],
    ['a token of 8 kB', () => `Bearer ${signed({ padding: 'x'.repeat(6_000) })}`],
    [
      'a changed role',
      () => `Bearer ${parts(good)[0]}.${encode({ ...claims(), role: 'admin' })}.${parts(good)[2]}`,
    ],
    [
      'a changed plan',
      () => `Bearer ${parts(good)[0]}.${encode({ ...claims(), plan: 'pro' })}.${parts(good)[2]}`,
    ],
    [
      'claims twice',
      () => {
        const text = JSON.stringify(claims()).replace('{', '{"role":"admin",');
        return `Bearer ${parts(good)[0]}.${encode(text)}.${parts(good)[2]}`;
      },
    ],
    ['bearer in lower case', () => `bearer ${good}`],
    ['Bearer twice', () => `Bearer Bearer ${good}`],
    ['two tokens', () => `Bearer ${good} ${good}`],
    ['another scheme', () => `Basic ${good}`],
    ['a bare token', () => good],
    ['no token after the scheme', () => 'Bearer '],
  ];

  it.each(forged)('are refused with 401: %s', async (_case, authorization) => {
    const answer = await me(authorization());
    expect(answer.status).toBe(401);
    expect(Object.keys(answer.body).toSorted()).toEqual(['detail', 'error', 'message']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  it('are not taken from the query', async () => {
    expect(await me(undefined, `/api/auth/me?access_token=${good}`)).toMatchObject({ status: 401 });
  });

  it('cause no request to an address in their header', () => {
    expect(canaryCalls).toBe(0);
  });

  it('of the wrong role get 403', async () => {
    const users = await identity.call('GET', '/api/admin/users', { token: good });
    expect(users).toMatchObject({ status: 403, body: { error: 'wrong_role' } });
    const plan = await identity.call('PUT', `/api/admin/users/${signedIn.user.id}/plan`, {
      token: good,
      body: { plan: 'enterprise' },
    });
    expect(plan.status).toBe(403);
    const fresh = await me(`Bearer ${good}`);
    expect(fresh.body).toMatchObject({ plan: 'free' });
  });

  it('of a user who does not exist find no account', async () => {
    expect(await me(`Bearer ${signed({ sub: randomUUIDv7() })}`)).toMatchObject({ status: 404 });
  });
});
