import { DAY_MS } from '@tributary/units';

/** How long a refresh token lives, days. Each rotation begins anew. */
export const REFRESH_TOKEN_DAYS = 30;

/**
 * One sign-in and all the refresh tokens that came of it (their family). Only the newest token is
 * good. Every token of the family carries the family's secret, by which an old one is told from
 * an invented one.
 */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly familyHash: string;
  readonly currentHash: string;
  readonly createdAt: Date;
  readonly rotatedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/** A refresh token taken apart; secrets only as digests. */
export interface PresentedToken {
  readonly sessionId: string;
  readonly familyHash: string;
  readonly currentHash: string;
}

export type RefreshVerdict = 'rotate' | 'refuse' | 'revoke_family';

export const expiryOf = (issuedAt: Date): Date =>
  new Date(issuedAt.getTime() + REFRESH_TOKEN_DAYS * DAY_MS);

/**
 * What a presented refresh token leads to. A genuine token that is not the newest was used before:
 * either it or its successor is in the wrong hands, so the family ends. There is no period of
 * grace: a thief who refreshes right before or after the owner would stay unseen in it. The price is
 * that a client which refreshes twice at once, or loses the answer, has to sign in again.
 */
export function judgeRefresh(
  session: Session | undefined,
  token: PresentedToken,
  now: Date,
): RefreshVerdict {
  if (session === undefined || session.familyHash !== token.familyHash) return 'refuse';
  if (session.revokedAt !== null || session.expiresAt <= now) return 'refuse';
  return session.currentHash === token.currentHash ? 'rotate' : 'revoke_family';
}
