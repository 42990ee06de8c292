import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { openTokenSigner, type TokenLie } from './id-token.ts';

export const OPENID_CLIENT = { id: 'tributary', secret: 'openid-client-secret' } as const;

/** How the provider misbehaves at its token endpoint: a lie of the ID token, 500, or no answer. */
export type OpenIdFault = TokenLie | 'error' | 'silence';

/** A person who signs in at the provider. */
interface Person {
  readonly subject: string;
  readonly email: string;
}

interface Grant {
  readonly person: Person;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | undefined;
}

const json = (res: ServerResponse, status: number, body: unknown): void => {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) text += String(chunk);
  return new URLSearchParams(text);
}

const s256 = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

const hasSecret = (form: URLSearchParams): boolean =>
  form.get('client_id') === OPENID_CLIENT.id && form.get('client_secret') === OPENID_CLIENT.secret;

const fits = (form: URLSearchParams, { challenge, redirectUri }: Grant): boolean =>
  form.get('redirect_uri') === redirectUri && s256(form.get('code_verifier') ?? '') === challenge;

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  authorization_response_iss_parameter_supported: true,
});

/** The authorization code flow with PKCE. `fault` is the next misbehaviour. */
class OpenIdBook {
  person: Person = { subject: 'person-1', email: 'person-1@example.com' };
  fault: OpenIdFault | undefined;
  private readonly grants = new Map<string, Grant>();
  private readonly people = new Map<string, Person>();
  private readonly signer = openTokenSigner();

  /** The browser’s visit: the address to which the provider returns it. */
  authorize(issuer: string, query: URLSearchParams): string {
    const code = randomUUID();
    const redirectUri = query.get('redirect_uri') ?? '';
    const challenge = query.get('code_challenge') ?? '';
    const nonce = query.get('nonce') ?? undefined;
    this.grants.set(code, { person: this.person, redirectUri, challenge, nonce });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', issuer);
    return back.href;
  }

  /** The answer to the exchange of a code, each of which works once. */
  token(issuer: string, form: URLSearchParams): { status: number; body: unknown } {
    const code = form.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    if (!hasSecret(form)) return { status: 401, body: { error: 'invalid_client' } };
    if (grant === undefined || !fits(form, grant)) {
      return { status: 400, body: { error: 'invalid_grant' } };
    }
    const lie = this.fault === 'error' || this.fault === 'silence' ? undefined : this.fault;
    const { subject } = grant.person;
    const claims = { issuer, subject, audience: OPENID_CLIENT.id, nonce: grant.nonce };
    const accessToken = randomUUID();
    this.people.set(accessToken, grant.person);
    const tokens = { access_token: accessToken, token_type: 'Bearer', expires_in: 300 };
    return { status: 200, body: { ...tokens, id_token: this.signer.sign(claims, lie) } };
  }

  userInfo(authorization: string | undefined): { status: number; body: unknown } {
    const person = this.people.get(authorization?.replace('Bearer ', '') ?? '');
    if (person === undefined) return { status: 401, body: { error: 'invalid_token' } };
    const { subject, email } = person;
    return { status: 200, body: { sub: subject, email, email_verified: true } };
  }

  jwks(): unknown {
    return this.signer.jwks();
  }
}

type Handler = (req: IncomingMessage, res: ServerResponse, query: URLSearchParams) => unknown;

const handlersOf = (book: OpenIdBook, issuer: string): Readonly<Record<string, Handler>> => ({
  '/.well-known/openid-configuration': (_req, res) => {
    json(res, 200, metadataOf(issuer));
  },
  '/jwks': (_req, res) => {
    json(res, 200, book.jwks());
  },
  '/authorize': (_req, res, query) => {
    res.writeHead(302, { location: book.authorize(issuer, query) }).end();
  },
  '/token': async (req, res) => {
    const form = await formOf(req);
    if (book.fault === 'silence') return;
    if (book.fault === 'error') {
      json(res, 500, { error: 'server_error' });
      return;
    }
    const { status, body } = book.token(issuer, form);
    json(res, status, body);
  },
  '/userinfo': (req, res) => {
    const { status, body } = book.userInfo(req.headers.authorization);
    json(res, status, body);
  },
});

/** Opens an OpenID provider on a free port of this machine. */
export async function openOpenIdProvider() {
  const book = new OpenIdBook();
  const server = createServer((req, res) => {
    const { port } = server.address() as AddressInfo;
    const issuer = `http://127.0.0.1:${String(port)}`;
    const { pathname, searchParams } = new URL(req.url ?? '/', issuer);
    const handler = handlersOf(book, issuer)[pathname];
    if (handler === undefined) json(res, 404, { error: 'not_found' });
    else void handler(req, res, searchParams);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    book,
    issuer: `http://127.0.0.1:${String(port)}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
