import { MINUTE_MS } from '@tributary/units';

/** How long a person may take to sign in at the provider. */
export const OIDC_ATTEMPT_MS = 10 * MINUTE_MS;
/** How long the code of a finished redirect is valid. */
export const OIDC_CODE_MS = 2 * MINUTE_MS;

/** A person as an OpenID provider identifies them. */
export interface OidcSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** For whom a redirect is; both null to sign in. */
export interface OidcScope {
  /** The login to which the provider’s account is to be linked, and its session. */
  readonly userId: string | null;
  readonly sessionId: string | null;
}

/** A redirect to the provider that has not returned. */
export interface OidcAttempt extends OidcScope {
  /** SHA-256 of the state. */
  readonly id: string;
  /** SHA-256 of the cookie of the browser that began. */
  readonly browserHash: string;
  readonly nonce: string;
  /** The PKCE verifier. */
  readonly verifier: string;
  readonly expiresAt: Date;
}

/** What a redirect has proved, for the client to collect once. */
export interface OidcCode extends OidcScope, OidcSubject {
  /** SHA-256 of the code. */
  readonly id: string;
  readonly browserHash: string;
  readonly expiresAt: Date;
}

/** A provider’s account by which the owner of a login signs in. */
export interface OidcLink extends OidcSubject {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
}
