import { createServer } from 'node:http';
import { generateKeyPairSync, randomUUIDv7 } from 'node:crypto';
import { type AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { type MemberRole, type Plan, type Role } from '@tributary/contracts';
import { MEMBER_TOKEN_AUDIENCE, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@tributary/service';

export interface TokenRequest {
  readonly id?: string;
  readonly role: Role;
  readonly plan?: Plan;
  readonly scopes?: readonly string[];
  /** A person who acts in the account of `id`; left out, the account’s own login. */
  readonly member?: { readonly id: string; readonly role: MemberRole };
  /** How the person signed in; by password, where it is left out. */
  readonly authMethods?: readonly string[];
  /** How long ago the person signed in, seconds; just now, where it is left out. */
  readonly authAgeS?: number;
  /** Seconds; negative makes an expired token. */
  readonly expiresInS?: number;
}

/** Signs real tokens and serves their keys as identity does. */
export interface TestIdentity {
  readonly url: string;
  tokenFor(request: TokenRequest): string;
  /** `Authorization` header for a fresh token. */
  headersFor(request: TokenRequest): { authorization: string };
  close(): Promise<void>;
}

const KID = 'test-key';

/** One for all suites of a process, as making it takes a fourth of the time that a service takes to start. */
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Serves a JWKS on its own port, so that services check tokens as in production. */
export async function openTestIdentity(): Promise<TestIdentity> {
  const key = { ...publicKey.export({ format: 'jwk' }), kid: KID, alg: 'RS256', use: 'sig' };
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ keys: [key] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const tokenFor = (request: TokenRequest): string => {
    const { id = randomUUIDv7(), role, plan = 'pro', scopes, member, expiresInS = 900 } = request;
    const { authMethods = ['pwd'], authAgeS = 0 } = request;
    const proof = { amr: authMethods, auth_time: Math.floor(Date.now() / 1000) - authAgeS };
    const claims = {
      role,
      plan,
      ...(scopes === undefined ? proof : { scopes }),
      ...(member === undefined ? {} : { mem: member.id, mrl: member.role }),
    };
    return jwt.sign(claims, privateKey, {
      algorithm: 'RS256',
      keyid: KID,
      subject: id,
      issuer: TOKEN_ISSUER,
      audience: member === undefined ? TOKEN_AUDIENCE : MEMBER_TOKEN_AUDIENCE,
      expiresIn: expiresInS,
      jwtid: randomUUIDv7(),
    });
  };

  return {
    url: `http://127.0.0.1:${String(port)}`,
    tokenFor,
    headersFor: (request) => ({ authorization: `Bearer ${tokenFor(request)}` }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
