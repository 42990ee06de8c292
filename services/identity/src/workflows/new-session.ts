import { addressKey } from '@tributary/service';
import { browserExpiryOf } from '../domain/browser-session.ts';
import { deviceOf } from '../domain/device.ts';
import { expiryOf, type Session, type SessionSecret } from '../domain/session.ts';
import { type SignInClient } from '../views/sign-in-client.ts';
import { firstRefreshToken, firstSessionCookie, newSuccessorKey } from './opaque-token.ts';

const secretOf = (id: string, isBrowser: boolean) => {
  const { token, text } = isBrowser ? firstSessionCookie(id) : firstRefreshToken(id);
  const { familyHash, currentHash } = token;
  const secret: SessionSecret = isBrowser ? { cookie: text } : { refreshToken: text };
  return { hashes: { familyHash, currentHash }, secret };
};

const newBrowserState = () => ({
  successorKey: newSuccessorKey(),
  previousHash: null,
  previousUntil: null,
  nextHash: null,
  nextIssuedAt: null,
});

/** A new session of a user, with its first refresh token or cookie. */
export function newSession(
  given: Pick<Session, 'id' | 'userId' | 'accountId' | 'authMethods'>,
  { ip, userAgent, browser }: SignInClient,
  now: Date,
): { session: Session; secret: SessionSecret } {
  const isBrowser = browser !== undefined;
  const { hashes, secret } = secretOf(given.id, isBrowser);
  const expiresAt = isBrowser ? browserExpiryOf({ createdAt: now }, now) : expiryOf(now);
  const times = { createdAt: now, rotatedAt: now, expiresAt, revokedAt: null };
  const place = { device: deviceOf(userAgent), network: addressKey(ip) };
  const form = isBrowser ? { browser: newBrowserState() } : {};
  const session = { authMethods: ['pwd'], ...given, ...hashes, ...place, ...times, ...form };
  return { session, secret };
}
