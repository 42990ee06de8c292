import { addressKey } from '@tributary/service';
import { expiryOf, type Session } from '../domain/session.ts';
import { firstRefreshToken } from './opaque-token.ts';

/** A new session of a user, with its first refresh token. */
export function newSession(
  {
    ip,
    ...given
  }: Pick<Session, 'id' | 'userId' | 'accountId' | 'authMethods'> & {
    readonly ip: string;
  },
  now: Date,
): { session: Session; refreshToken: string } {
  const { token, text } = firstRefreshToken(given.id);
  const { familyHash, currentHash } = token;
  const times = { createdAt: now, rotatedAt: now, expiresAt: expiryOf(now), revokedAt: null };
  const network = addressKey(ip);
  const hashes = { familyHash, currentHash };
  const session = { authMethods: ['pwd'], ...given, ...hashes, network, ...times };
  return { session, refreshToken: text };
}
