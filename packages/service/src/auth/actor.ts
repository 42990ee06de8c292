import { type MemberRole, type Plan, type Role } from '@tributary/contracts';

/** The caller, from the access token. */
export interface Actor {
  /** The account that the call is for. */
  readonly id: string;
  readonly role: Role;
  readonly plan: Plan;
  /** The user id of the person who calls; `id` itself in the person’s own account. */
  readonly memberId: string;
  /** The person’s role in the account. */
  readonly memberRole: MemberRole;
  /** The session of the token; absent for API keys. */
  readonly sessionId?: string;
  /** How the person proved who they are (RFC 8176), such as `pwd`. */
  readonly authMethods?: readonly string[];
  /** When the person last did so, seconds since 1970. */
  readonly authTime?: number;
  /** The API key of the token; absent for sign-ins, and for keys exchanged by an earlier release. */
  readonly apiKeyId?: string;
  /**
   * The scopes of an API key (`payouts:read`); absent for users, who may do everything their role
   * allows.
   */
  readonly scopes?: readonly string[];
}

export const TOKEN_ISSUER = 'tributary';
export const TOKEN_AUDIENCE = 'tributary-api';
/**
 * The audience of tokens for another person’s account: services of before, which do not know member
 * roles, refuse them.
 */
export const MEMBER_TOKEN_AUDIENCE = 'tributary-members';

/** The name under which the tokens of one member for one account are revoked. */
export const memberTokensOf = (accountId: string, memberId: string): string =>
  `${accountId}/${memberId}`;
