import { expiryOf, type Session } from '../domain/session.ts';
import { firstRefreshToken } from './opaque-token.ts';

/** A new session of a user, with its first refresh token. */
export function newSession(
  given: Pick<Session, 'id' | 'userId' | 'accountId' | 'authMethods'>,
  now: Date,
): { session: Session; refreshToken: string } {
  const { token, text } = firstRefreshToken(given.id);
  const { familyHash, currentHash } = token;
  const times = { createdAt: now, rotatedAt: now, expiresAt: expiryOf(now), revokedAt: null };
  const session = { authMethods: ['pwd'], ...given, familyHash, currentHash, ...times };
  return { session, refreshToken: text };
}
