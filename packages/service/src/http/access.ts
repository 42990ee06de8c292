import {
  DELETION_SCOPES,
  hasPermission,
  isApiKeyScope,
  isForOwnAccountOnly,
  type Permission,
  scopesGrant,
} from '@tributary/contracts';
import { forbidden } from '@tributary/errors';
import { type Actor } from '../auth/actor.ts';
import { type ProofTerms, requireAdminSecondFactor, requireFreshProof } from '../auth/proof.ts';
import { type TokenVerifier } from '../auth/token-verifier.ts';
import { type Clock } from '../clock.ts';
import { type Route } from './route.ts';

/** What decides who may call. */
export interface AccessParts {
  readonly verifier: TokenVerifier;
  readonly proofTerms: ProofTerms;
  readonly clock: Clock;
}

/** Whether `actor` may call `route`. @throws forbidden */
export function requireAccess(
  { allow, permission, stepUp }: Route,
  actor: Actor,
  { terms, now }: { readonly terms: ProofTerms; readonly now: Date },
): void {
  if (Array.isArray(allow) && !allow.includes(actor.role)) {
    throw forbidden('wrong_role', { message: `This endpoint is for: ${allow.join(', ')}` });
  }
  requireAdminSecondFactor(actor, permission, terms);
  if (permission !== undefined) {
    if (actor.scopes !== undefined) requireScope(actor.scopes, permission);
    requireMemberRole(actor, permission);
  }
  if (stepUp === true) requireFreshProof(actor, terms, now);
}

function requireScope(scopes: readonly string[], permission: Permission): void {
  if (DELETION_SCOPES.some((scope) => scopes.includes(scope))) {
    if (scopesGrant(scopes, permission)) return;
    throw forbidden('account_deletion_pending', {
      message: 'The account is to be deleted: it can export its data and take that back only',
    });
  }
  if (!isApiKeyScope(permission)) {
    throw forbidden('api_key_not_allowed', { message: 'API keys may not call this endpoint' });
  }
  if (scopesGrant(scopes, permission)) return;
  throw forbidden('missing_scope', { message: `The API key lacks the scope ${permission}` });
}

function requireMemberRole({ id, memberId, memberRole }: Actor, permission: Permission): void {
  if (memberId !== id && isForOwnAccountOnly(permission)) {
    throw forbidden('own_account_only', { message: 'Switch to your own account for this' });
  }
  if (hasPermission(memberRole, permission)) return;
  throw forbidden('missing_permission', {
    message: `The role ${memberRole} lacks the permission ${permission}`,
  });
}
