import { type Plan, type Role } from '@tributary/contracts';
import { type Session } from './session.ts';
import { type User } from './user.ts';

/** Lifetime of an access token. */
export const ACCESS_TOKEN_SECONDS = 900;
/** Lifetime of the access token that an API key is exchanged for. */
export const API_KEY_TOKEN_SECONDS = 120;

export interface IssuedAccessToken {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
}

/** The claims of an access token besides issuer and audience. */
export interface AccessClaims {
  readonly sub: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly scopes?: readonly string[];
  /** The session; absent for API keys. */
  readonly sid?: string;
  /** How the person signed in (RFC 8176), and when, in seconds since 1970. */
  readonly amr?: readonly string[];
  readonly auth_time?: number;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

interface Terms {
  readonly id: string;
  readonly now: Date;
  readonly lifetimeSeconds: number;
  readonly scopes?: readonly string[];
  readonly session?: Session;
}

/** What a token states of its session. Sessions of before were signed in by password. */
const sessionClaims = ({ id, authMethods = ['pwd'], createdAt }: Session) => ({
  sid: id,
  amr: authMethods,
  auth_time: seconds(createdAt),
});

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/**
 * The claims of a new token. The token is dated after the user's last revocation, which may lie up to
 * two seconds ahead; otherwise a user who is re-activated at once would get revoked tokens.
 */
export function accessClaims(
  user: User,
  { id, now, lifetimeSeconds, scopes, session }: Terms,
): AccessClaims {
  const { tokensRevokedAt } = user;
  const earliest = tokensRevokedAt === null ? 0 : seconds(tokensRevokedAt) + 1;
  const iat = Math.max(seconds(now), earliest);
  return {
    sub: user.id,
    role: user.role,
    plan: user.plan,
    ...(scopes === undefined ? {} : { scopes }),
    ...(session === undefined ? {} : sessionClaims(session)),
    iat,
    exp: iat + lifetimeSeconds,
    jti: id,
  };
}
