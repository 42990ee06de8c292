import jwt from 'jsonwebtoken';
import { MEMBER_TOKEN_AUDIENCE, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@tributary/service';
import {
  ACCESS_TOKEN_SECONDS,
  accessClaims,
  API_KEY_TOKEN_SECONDS,
  type IssuedAccessToken,
  type TokenHolder,
} from '../domain/access-claims.ts';
import { type ApiKey } from '../domain/api-key.ts';
import { type Session } from '../domain/session.ts';
import { type KeyRing } from './key-ring.ts';

/** Signs access tokens. `startedAt` is when the request began, before its user was read. */
export interface AccessTokenIssuer {
  forSession(holder: TokenHolder, session: Session, startedAt: Date): IssuedAccessToken;
  /** A short-lived token with the key's scopes. */
  forApiKey(holder: TokenHolder, key: ApiKey, startedAt: Date): IssuedAccessToken;
}

export function openAccessTokenIssuer(parts: {
  keyRing: KeyRing;
  newId: () => string;
}): AccessTokenIssuer {
  const { keyRing, newId } = parts;
  const sign = (
    holder: TokenHolder,
    terms: {
      now: Date;
      lifetimeSeconds: number;
      scopes?: readonly string[];
      session?: Session;
      apiKeyId?: string;
    },
  ): IssuedAccessToken => {
    const { kid, privateKey } = keyRing.current();
    const claims = accessClaims(holder, { id: newId(), ...terms });
    const accessToken = jwt.sign(claims, privateKey, {
      algorithm: 'RS256',
      keyid: kid,
      issuer: TOKEN_ISSUER,
      audience: holder.member === undefined ? TOKEN_AUDIENCE : MEMBER_TOKEN_AUDIENCE,
    });
    return { accessToken, expiresInSeconds: terms.lifetimeSeconds };
  };
  return {
    forSession: (holder, session, now) =>
      sign(holder, { now, lifetimeSeconds: ACCESS_TOKEN_SECONDS, session }),
    forApiKey: (holder, { id: apiKeyId, scopes }, now) =>
      sign(holder, { now, lifetimeSeconds: API_KEY_TOKEN_SECONDS, scopes, apiKeyId }),
  };
}
