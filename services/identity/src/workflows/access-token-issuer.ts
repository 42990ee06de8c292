import jwt from 'jsonwebtoken';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@tributary/service';
import {
  ACCESS_TOKEN_SECONDS,
  accessClaims,
  API_KEY_TOKEN_SECONDS,
  type IssuedAccessToken,
} from '../domain/access-claims.ts';
import { type ApiKey } from '../domain/api-key.ts';
import { type Session } from '../domain/session.ts';
import { type User } from '../domain/user.ts';
import { type KeyRing } from './key-ring.ts';

/** Signs access tokens. `startedAt` is when the request began, before its user was read. */
export interface AccessTokenIssuer {
  forSession(user: User, session: Session, startedAt: Date): IssuedAccessToken;
  /** A short-lived token with the key's scopes. */
  forApiKey(user: User, key: ApiKey, startedAt: Date): IssuedAccessToken;
}

export function openAccessTokenIssuer(parts: {
  keyRing: KeyRing;
  newId: () => string;
}): AccessTokenIssuer {
  const { keyRing, newId } = parts;
  const sign = (
    user: User,
    terms: {
      now: Date;
      lifetimeSeconds: number;
      scopes?: readonly string[];
      session?: Session;
    },
  ): IssuedAccessToken => {
    const { kid, privateKey } = keyRing.current();
    const claims = accessClaims(user, { id: newId(), ...terms });
    const accessToken = jwt.sign(claims, privateKey, {
      algorithm: 'RS256',
      keyid: kid,
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
    });
    return { accessToken, expiresInSeconds: terms.lifetimeSeconds };
  };
  return {
    forSession: (user, session, now) =>
      sign(user, { now, lifetimeSeconds: ACCESS_TOKEN_SECONDS, session }),
    forApiKey: (user, { scopes }, now) =>
      sign(user, { now, lifetimeSeconds: API_KEY_TOKEN_SECONDS, scopes }),
  };
}
