import { type Plan, type Role } from '@tributary/contracts';

/** The caller, from the access token. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  readonly plan: Plan;
  /**
   * The scopes of an API key (`payouts:read`); absent for users, who may do everything their role
   * allows.
   */
  readonly scopes?: readonly string[];
}

export const TOKEN_ISSUER = 'tributary';
export const TOKEN_AUDIENCE = 'tributary-api';
