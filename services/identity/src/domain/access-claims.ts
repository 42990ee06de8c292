import { DELETION_SCOPES, type MemberRole, type Plan, type Role } from '@tributary/contracts';
import { type Membership } from './membership.ts';
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

/** For whom a token is. */
export interface TokenHolder {
  /** The account that the token acts for. */
  readonly account: User;
  /** The person who acts in it, where the account is another login's. */
  readonly member?: { readonly person: User; readonly membership: Membership };
}

/** The claims of an access token besides issuer and audience. */
export interface AccessClaims {
  readonly sub: string;
  readonly role: Role;
  readonly plan: Plan;
  /** The person and the person's role, in another login's account only. */
  readonly mem?: string;
  readonly mrl?: MemberRole;
  readonly scopes?: readonly string[];
  /** The session; absent for API keys. */
  readonly sid?: string;
  /** The API key; absent for sessions. */
  readonly aki?: string;
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
  readonly apiKeyId?: string;
}

/** What a token states of its session. Sessions of before were signed in by password. */
const sessionClaims = ({ id, authMethods = ['pwd'], createdAt, ...last }: Session) => ({
  sid: id,
  amr: authMethods,
  auth_time: seconds(last.authenticatedAt ?? createdAt),
});

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** When the last revocation that ends tokens of this holder is in force, in seconds; 0 for never. */
function lastRevocation({ account, member }: TokenHolder): number {
  const times = [
    account.tokensRevokedAt,
    member?.person.tokensRevokedAt,
    member?.membership.tokensRevokedAt,
  ];
  return Math.max(0, ...times.map((time) => (time == null ? 0 : seconds(time))));
}

const memberClaims = ({ memberId, role }: Membership) => ({ mem: memberId, mrl: role });

/**
 * The claims of a new token. The token is dated after the holder's last revocation, which may lie up to
 * two seconds ahead; otherwise a user who is re-activated at once would get revoked tokens.
 */
export function accessClaims(
  holder: TokenHolder,
  { id, now, lifetimeSeconds, scopes, session, apiKeyId }: Terms,
): AccessClaims {
  const { account, member } = holder;
  const granted = account.deletionDueAt === undefined ? scopes : DELETION_SCOPES;
  const iat = Math.max(seconds(now), lastRevocation(holder) + 1);
  return {
    sub: account.id,
    role: account.role,
    plan: account.plan,
    ...(member === undefined ? {} : memberClaims(member.membership)),
    ...(granted === undefined ? {} : { scopes: granted }),
    ...(session === undefined ? {} : sessionClaims(session)),
    ...(apiKeyId === undefined ? {} : { aki: apiKeyId }),
    iat,
    exp: iat + lifetimeSeconds,
    jti: id,
  };
}
