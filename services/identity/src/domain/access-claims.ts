import { type Plan, type Role } from '@tributary/contracts';
import { type User } from './user.ts';

/** How long an access token lives, seconds. */
export const ACCESS_TOKEN_SECONDS = 900;
/** How long the token that stands for an API key lives, seconds. */
export const API_KEY_TOKEN_SECONDS = 120;

/** What an access token says of its bearer, besides issuer and audience. */
export interface AccessClaims {
  readonly sub: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly scopes?: readonly string[];
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
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/**
 * The claims of a new token. It is dated after the user's last revocation, which may lie up to two
 * seconds ahead, or a user who was re-activated at once would get tokens that do not count.
 */
export function accessClaims(
  user: User,
  { id, now, lifetimeSeconds, scopes }: Terms,
): AccessClaims {
  const { tokensRevokedAt } = user;
  const earliest = tokensRevokedAt === null ? 0 : seconds(tokensRevokedAt) + 1;
  const iat = Math.max(seconds(now), earliest);
  return {
    sub: user.id,
    role: user.role,
    plan: user.plan,
    ...(scopes === undefined ? {} : { scopes }),
    iat,
    exp: iat + lifetimeSeconds,
    jti: id,
  };
}
