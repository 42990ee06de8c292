import {
  hasPermission,
  isApiKeyScope,
  isForOwnAccountOnly,
  type MemberRole,
  type Permission,
  type Role,
  scopesGrant,
} from '@tributary/contracts';
import { type Operation } from './operations.ts';

/** A caller of the table: who it is, and what its token or key states. */
export interface Caller {
  readonly name: string;
  /** None for anonymous callers. */
  readonly token?: string;
  /** The account's role; none for callers who are not signed in (any more). */
  readonly role?: Role;
  /** In an account of another login; absent for the account's own. */
  readonly memberRole?: MemberRole;
  readonly scopes?: readonly string[];
  /** The area of which a key has no scope. */
  readonly lackedArea?: string;
}

/** `allowed`, or the status and code of the refusal. */
export type Access = 'allowed' | `${401 | 403} ${string}`;

function keyAccess(scopes: readonly string[], permission: Permission): Access {
  if (!isApiKeyScope(permission)) return '403 api_key_not_allowed';
  return scopesGrant(scopes, permission) ? 'allowed' : '403 missing_scope';
}

function memberAccess({ memberRole }: Caller, permission: Permission): Access {
  if (memberRole === undefined) return 'allowed';
  if (isForOwnAccountOnly(permission)) return '403 own_account_only';
  return hasPermission(memberRole, permission) ? 'allowed' : '403 missing_permission';
}

/** Callers of the table have just proved who they are, save API keys, which never do. */
function grantedAccess({ stepUp }: Operation, caller: Caller, permission: Permission): Access {
  const { scopes } = caller;
  const granted = [
    scopes === undefined ? 'allowed' : keyAccess(scopes, permission),
    memberAccess(caller, permission),
    stepUp && scopes !== undefined ? '403 api_key_not_allowed' : 'allowed',
  ] as const;
  return granted.find((access) => access !== 'allowed') ?? 'allowed';
}

/**
 * Whether a call shows anything: members and keys are refused like their account where its role is wrong, and a key that
 * lacks one area is refused there alone.
 */
export function isWorthCalling({ permission, roles }: Operation, caller: Caller): boolean {
  const { role, memberRole, scopes, lackedArea } = caller;
  const isOfAccount = memberRole !== undefined || scopes !== undefined;
  if (isOfAccount && role !== undefined && roles?.includes(role) === false) return false;
  return lackedArea === undefined || permission?.startsWith(`${lackedArea}:`) === true;
}

/** What the table of permissions promises. @throws Error for an operation that names no permission */
export function expectedAccess(operation: Operation, caller: Caller): Access {
  const { isPublic, roles, permission, operationId } = operation;
  if (isPublic) return 'allowed';
  if (permission === undefined) throw new Error(`${operationId} names no permission`);
  if (caller.role === undefined) {
    return caller.token === undefined ? '401 not_authenticated' : '401 invalid_token';
  }
  if (roles !== undefined && !roles.includes(caller.role)) return '403 wrong_role';
  return grantedAccess(operation, caller, permission);
}
