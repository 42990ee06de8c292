import { expiryOf, type Session } from '../domain/session.ts';
import { firstRefreshToken } from './opaque-token.ts';

/** A new session of a user, with its first refresh token. */
export function newSession(
  { id, userId, authMethods = ['pwd'] }: Pick<Session, 'id' | 'userId' | 'authMethods'>,
  now: Date,
): { session: Session; refreshToken: string } {
  const { token, text } = firstRefreshToken(id);
  const { familyHash, currentHash } = token;
  const times = { createdAt: now, rotatedAt: now, expiresAt: expiryOf(now), revokedAt: null };
  const session = { id, userId, familyHash, currentHash, authMethods, ...times };
  return { session, refreshToken: text };
}
