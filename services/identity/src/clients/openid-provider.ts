import { isAppError, unauthenticated, unavailable } from '@tributary/errors';
import { type Platform } from '@tributary/service';
import { KIB } from '@tributary/units';
import * as openid from 'openid-client';
import { type OidcSubject } from '../domain/oidc.ts';

const TIMEOUT_SECONDS = 5;
const MAX_ANSWER_BYTES = 256 * KIB;
const MAX_SUBJECT = 255;

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  readonly name: string;
  readonly redirectUri: string;
}

/** A redirect to the provider; its secrets belong into the attempt. */
export interface OidcRedirect {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** An OpenID provider that the operator has chosen. */
export interface OpenIdProvider {
  readonly name: string;
  /** @throws unavailable `oidc_unavailable` */
  begin(): Promise<OidcRedirect>;
  /**
   * Exchanges the code of a redirect for a proved identity.
   * @param query of the callback
   * @throws unauthenticated `oidc_refused`; unavailable `oidc_unavailable`
   */
  finish(query: string, expected: Omit<OidcRedirect, 'url'>): Promise<OidcSubject>;
}

/** The provider answers with at most `MAX_ANSWER_BYTES`, and redirects are not followed. */
const boundedFetch: openid.CustomFetch = async (url, options) => {
  const response = await fetch(url, { ...(options as RequestInit), redirect: 'manual' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('The answer of the provider is too long');
    chunks.push(bytes);
  }
  const { status, headers } = response;
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers });
};

/** The library’s codes for a provider that does not answer as it should. */
const FAILURES = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_PARSE_ERROR']);

const isFailure = (error: unknown): boolean =>
  (error instanceof openid.ClientError && FAILURES.has(error.code ?? '')) ||
  (error instanceof TypeError && error.message === 'fetch failed');

const providerUnavailable = (cause: unknown) =>
  unavailable('oidc_unavailable', { message: 'The sign-in provider does not answer', cause });

async function discover(settings: OpenIdSettings): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const isPlain = new URL(issuer).protocol === 'http:';
  const authentication =
    clientSecret === undefined ? openid.None() : openid.ClientSecretPost(clientSecret);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- for development; production requires https
  const insecure = isPlain ? [openid.allowInsecureRequests] : [];
  return openid.discovery(new URL(issuer), clientId, undefined, authentication, {
    [openid.customFetch]: boundedFetch,
    timeout: TIMEOUT_SECONDS,
    // Without the second one the library trusts TLS for the signature of ID tokens.
    execute: [...insecure, openid.enableNonRepudiationChecks],
  });
}

/** The subject of verified claims. */
function subjectOf(claims: openid.IDToken | undefined): OidcSubject {
  if (claims === undefined || claims.sub.length > MAX_SUBJECT) {
    throw new Error('The provider names no subject');
  }
  return { issuer: claims.iss, subject: claims.sub };
}

/** Opens the provider of the settings, which is discovered at its first use. */
export function openOpenIdProvider(
  settings: OpenIdSettings,
  log: Pick<Platform['log'], 'warn' | 'info'>,
): OpenIdProvider {
  let discovered: Promise<openid.Configuration> | undefined;
  const configuration = (): Promise<openid.Configuration> => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      log.warn({ err: error }, 'the OpenID provider cannot be discovered');
      throw providerUnavailable(error);
    });
    return discovered;
  };
  const refuse = (error: unknown): never => {
    if (isAppError(error)) throw error;
    if (isFailure(error)) throw providerUnavailable(error);
    log.info({ reason: String(error) }, 'a sign-in by the OpenID provider was refused');
    throw unauthenticated('oidc_refused', { message: 'The sign-in at the provider failed' });
  };
  return {
    name: settings.name,
    begin: async () => {
      const config = await configuration();
      const [state, nonce] = [openid.randomState(), openid.randomNonce()];
      const verifier = openid.randomPKCECodeVerifier();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: settings.redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state, nonce, verifier };
    },
    finish: async (query, { state, nonce, verifier }) => {
      const config = await configuration();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const url = new URL(`${settings.redirectUri}?${query}`);
      const expected = { ...checks, idTokenExpected: true };
      return openid
        .authorizationCodeGrant(config, url, expected)
        .then((tokens) => subjectOf(tokens.claims()))
        .catch(refuse);
    },
  };
}

/**
 * The provider of the settings; undefined where none is set.
 * @throws Error for settings that do not fit each other
 */
export function openIdSettingsOf(settings: {
  readonly production: boolean;
  readonly publicUrl: string;
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_NAME: string;
  readonly OIDC_SCOPES: string;
}): OpenIdSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, production, publicUrl } = settings;
  if (issuer === undefined) return undefined;
  if (clientId === undefined) throw new Error('OIDC_CLIENT_ID is not set');
  if (production && !issuer.startsWith('https:')) {
    throw new Error('OIDC_ISSUER must begin with https://');
  }
  return {
    issuer,
    clientId,
    clientSecret: settings.OIDC_CLIENT_SECRET,
    scopes: settings.OIDC_SCOPES,
    name: settings.OIDC_NAME,
    redirectUri: `${publicUrl}/api/auth/oidc/callback`,
  };
}
