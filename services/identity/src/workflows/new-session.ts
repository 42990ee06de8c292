import { expiryOf, type Session } from '../domain/session.ts';
import { firstRefreshToken } from './opaque-token.ts';

/** A new session of a user, with its first refresh token. */
export function newSession(
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  now: Date,
): { session: Session; refreshToken: string } {
  const { token, text } = firstRefreshToken(id);
  const { familyHash, currentHash } = token;
  const times = { createdAt: now, rotatedAt: now, expiresAt: expiryOf(now), revokedAt: null };
  return { session: { id, userId, familyHash, currentHash, ...times }, refreshToken: text };
}
