import { addressKey } from '@tributary/service';
import { deviceOf } from '../domain/device.ts';
import { expiryOf, type Session } from '../domain/session.ts';
import { firstRefreshToken } from './opaque-token.ts';

/** A new session of a user, with its first refresh token. */
export function newSession(
  {
    ip,
    userAgent,
    ...given
  }: Pick<Session, 'id' | 'userId' | 'accountId' | 'authMethods'> & {
    readonly ip: string;
    readonly userAgent: string | undefined;
  },
  now: Date,
): { session: Session; refreshToken: string } {
  const { token, text } = firstRefreshToken(given.id);
  const { familyHash, currentHash } = token;
  const times = { createdAt: now, rotatedAt: now, expiresAt: expiryOf(now), revokedAt: null };
  const place = { device: deviceOf(userAgent), network: addressKey(ip) };
  const hashes = { familyHash, currentHash };
  const session = { authMethods: ['pwd'], ...given, ...hashes, ...place, ...times };
  return { session, refreshToken: text };
}
