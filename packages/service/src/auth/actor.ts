import { type Plan, type Role } from '@tributary/contracts';

/** Who is asking, as the access token says. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  readonly plan: Plan;
  /** What an API key may do (`payouts:read`); absent for people, who may do all their role may. */
  readonly scopes?: readonly string[];
}

export const TOKEN_ISSUER = 'tributary';
export const TOKEN_AUDIENCE = 'tributary-api';
