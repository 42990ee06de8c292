import { DAY_MS } from '@tributary/units';

/** Lifetime of a refresh token, days; each rotation extends it. */
export const REFRESH_TOKEN_DAYS = 30;

/** The rotating cookie of a session of a browser. */
export interface BrowserState {
  /** By which the successor of a presented cookie is derived. */
  readonly successorKey: string;
  /** The cookie before the newest, which requests that are under way may still carry. */
  readonly previousHash: string | null;
  readonly previousUntil: Date | null;
  /** The issued successor of the newest cookie; it becomes the newest at its first use. */
  readonly nextHash: string | null;
  readonly nextIssuedAt: Date | null;
}

/**
 * One sign-in and all its refresh tokens, the family. Only the newest token is valid. Every token
 * contains the family's secret, which distinguishes an old token from an invented one.
 */
export interface Session {
  readonly id: string;
  /** The person who signed in. */
  readonly userId: string;
  /** The account that the session acts for; absent for the person's own. */
  readonly accountId?: string;
  readonly familyHash: string;
  readonly currentHash: string;
  /** How the person signed in (RFC 8176); absent of sessions that are older than this field. */
  readonly authMethods?: readonly string[];
  /** The device of the sign-in in words; null for sessions of earlier releases. */
  readonly device: string | null;
  /** The network of the sign-in; null for sessions of earlier releases. */
  readonly network: string | null;
  /** When the person last proved who they are; absent where that was the sign-in alone. */
  readonly authenticatedAt?: Date;
  readonly createdAt: Date;
  readonly rotatedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** Of a session whose secret is a browser’s cookie; absent where it is a refresh token. */
  readonly browser?: BrowserState;
}

/** The parts of a presented refresh token or cookie, secrets as digests. */
export interface PresentedToken {
  readonly sessionId: string;
  readonly familyHash: string;
  readonly currentHash: string;
}

/** The secret by which a client continues a session; no cookie where the browser keeps the one it has. */
export type SessionSecret =
  | { readonly refreshToken: string }
  | { readonly cookie: string | undefined };

export type RefreshCheck = 'valid' | 'invalid' | 'reused';

export const expiryOf = (issuedAt: Date): Date =>
  new Date(issuedAt.getTime() + REFRESH_TOKEN_DAYS * DAY_MS);

/**
 * Checks a presented refresh token. A genuine token that is not the newest was used before: either
 * the token or its successor is stolen, so the session has to end. There is no grace period, because
 * a thief who refreshes right before or after the owner would stay undetected. The price is that a
 * client which refreshes twice at once, or loses the response, has to sign in again.
 */
export function checkRefresh(
  session: Session | undefined,
  token: PresentedToken,
  now: Date,
): RefreshCheck {
  if (session === undefined || session.familyHash !== token.familyHash) return 'invalid';
  if (session.revokedAt !== null || session.expiresAt <= now) return 'invalid';
  return session.currentHash === token.currentHash ? 'valid' : 'reused';
}
