import { DELETION_SCOPES, type Permission } from '@tributary/contracts';
import { forbidden } from '@tributary/errors';
import { type Actor } from './actor.ts';

/** How a caller must have proved who they are. */
export interface ProofTerms {
  /** How long a proof is fresh, seconds. */
  readonly stepUpSeconds: number;
  readonly adminSecondFactor: 'required' | 'optional';
}

/** What an administrator without a second factor may do, in order to add one. */
const isForEnrolment = (permission: Permission | undefined): boolean =>
  permission === undefined ||
  permission === 'account:read' ||
  permission.startsWith('login:') ||
  permission.startsWith('session:');

/**
 * Refuses administrators who have not signed in by a second factor, where it is required. API keys
 * prove no person; identity refuses those of such administrators.
 * @throws forbidden `second_factor_enrolment_required`
 */
export function requireAdminSecondFactor(
  { role, scopes, authMethods = [] }: Actor,
  permission: Permission | undefined,
  { adminSecondFactor }: ProofTerms,
): void {
  if (adminSecondFactor === 'optional' || role !== 'admin' || scopes !== undefined) return;
  if (authMethods.includes('mfa') || isForEnrolment(permission)) return;
  throw forbidden('second_factor_enrolment_required', {
    message: 'Administrators add a second factor first, or prove it by POST /api/auth/step-up',
  });
}

/** The token of an account that is to be deleted has scopes too, and is a person's. */
const isOfApiKey = (scopes: readonly string[] | undefined): boolean =>
  scopes !== undefined && !DELETION_SCOPES.some((scope) => scopes.includes(scope));

/**
 * Refuses callers whose last proof is too old. A token that does not state it is older than every
 * proof.
 * @throws forbidden `step_up_required`; `api_key_not_allowed` for API keys, which prove no person
 */
export function requireFreshProof(
  { scopes, authTime = 0 }: Actor,
  { stepUpSeconds }: ProofTerms,
  now: Date,
): void {
  if (isOfApiKey(scopes)) {
    throw forbidden('api_key_not_allowed', { message: 'API keys may not call this endpoint' });
  }
  if (now.getTime() / 1000 - authTime <= stepUpSeconds) return;
  throw forbidden('step_up_required', {
    message: 'Prove again who you are by POST /api/auth/step-up, and repeat with its token',
  });
}
