import { notFound, unauthenticated } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { OIDC_ATTEMPT_MS, OIDC_CODE_MS, type OidcCode, type OidcScope } from '../domain/oidc.ts';
import { type OpenIdProvider } from '../clients/openid-provider.ts';
import { digestOf, newBrowserSecret, newOidcCode } from './opaque-token.ts';

type RedirectDeps = Pick<Deps, 'oidcProvider' | 'oidcRedirects' | 'clock'>;

const invalidCode = () =>
  unauthenticated('invalid_oidc_code', {
    message: 'The code was used, has expired or belongs to another browser; sign in again',
  });

/** @throws not_found `oidc_off` where no provider is configured */
function getProvider({ oidcProvider }: Pick<Deps, 'oidcProvider'>): OpenIdProvider {
  if (oidcProvider !== undefined) return oidcProvider;
  throw notFound('oidc_off', { message: 'Sign-in by OpenID Connect is off' });
}

/**
 * Begins a redirect: the provider's address, and the secret for the cookie of the browser.
 * @throws not_found `oidc_off`; unavailable `oidc_unavailable`
 */
export async function beginRedirect(
  deps: RedirectDeps,
  scope: OidcScope,
): Promise<{ readonly url: string; readonly browserSecret: string }> {
  const { url, state, nonce, verifier } = await getProvider(deps).begin();
  const browserSecret = newBrowserSecret();
  const expiresAt = new Date(deps.clock.now().getTime() + OIDC_ATTEMPT_MS);
  const ids = { id: digestOf(state), browserHash: digestOf(browserSecret) };
  await deps.oidcRedirects.createAttempt({ ...ids, ...scope, nonce, verifier, expiresAt });
  return { url, browserSecret };
}

/**
 * Ends a redirect: a code that the same browser exchanges once.
 * @param callback its query, and the secret of the browser's cookie
 * @throws unauthenticated `invalid_oidc_code`, `oidc_refused`; not_found `oidc_off`; unavailable
 */
export async function finishRedirect(
  deps: RedirectDeps,
  { query, browserSecret }: { readonly query: string; readonly browserSecret: string | undefined },
): Promise<string> {
  const provider = getProvider(deps);
  const state = new URLSearchParams(query).get('state');
  if (state === null || browserSecret === undefined) throw invalidCode();
  const browserHash = digestOf(browserSecret);
  const now = deps.clock.now();
  const attempt = await deps.oidcRedirects.takeAttempt(digestOf(state), browserHash, now);
  if (attempt === undefined) throw invalidCode();
  const { nonce, verifier, userId, sessionId } = attempt;
  const subject = await provider.finish(query, { state, nonce, verifier });
  const code = newOidcCode();
  const expiresAt = new Date(deps.clock.now().getTime() + OIDC_CODE_MS);
  const proved = { ...subject, userId, sessionId, browserHash, expiresAt };
  await deps.oidcRedirects.createCode({ id: digestOf(code), ...proved });
  return code;
}

/** Takes what a redirect proved. @throws unauthenticated `invalid_oidc_code` */
export async function takeOidcCode(
  { oidcRedirects, clock }: Pick<Deps, 'oidcRedirects' | 'clock'>,
  { code, browserSecret }: { readonly code: string; readonly browserSecret: string | undefined },
  scope: OidcScope,
): Promise<OidcCode> {
  if (browserSecret === undefined) throw invalidCode();
  const browserHash = digestOf(browserSecret);
  const taken = await oidcRedirects.takeCode(digestOf(code), browserHash, clock.now());
  const isOfScope = taken?.userId === scope.userId && taken.sessionId === scope.sessionId;
  if (!isOfScope) throw invalidCode();
  return taken;
}
