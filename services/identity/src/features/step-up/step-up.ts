import { forbidden } from '@tributary/errors';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type IssuedAccessToken } from '../../domain/access-claims.ts';
import { codeMethods } from '../../domain/second-factor.ts';
import { renewProof } from '../../workflows/renew-proof.ts';
import { withCode } from '../../workflows/second-factor-codes.ts';

type Proof = { readonly password: string } | { readonly code: string };
type StepUpDeps = Parameters<typeof withCode>[0] &
  Pick<Deps, 'users' | 'secondFactors' | 'passwords' | 'tokens'>;

/** @throws forbidden `second_factor_required`, `wrong_current_password`; rate_limited */
async function verifyPassword(deps: StepUpDeps, userId: string, password: string): Promise<void> {
  if (await deps.secondFactors.isRequired(userId)) {
    throw forbidden('second_factor_required', { message: 'Send a code of the second factor' });
  }
  await deps.limits.passwordAttempt(userId);
  const { passwordHash } = await deps.users.get(userId);
  if (await deps.passwords.verify(password, passwordHash)) return;
  throw forbidden('wrong_current_password', { message: 'The password is wrong' });
}

/**
 * An access token of the caller's session that states that its person has just proved who they are. A
 * password is not enough where the person has a second factor.
 * @throws forbidden `wrong_code`, `wrong_current_password`, `second_factor_required`; unauthenticated where
 * the session has ended; rate_limited
 */
export const stepUp =
  (deps: StepUpDeps) =>
  async (actor: Actor, proof: Proof): Promise<IssuedAccessToken> => {
    const userId = actor.memberId;
    if ('code' in proof) {
      return withCode(deps, { userId, code: proof.code }, (stores, now) =>
        renewProof(deps, stores, { actor, authMethods: codeMethods }, now),
      );
    }
    await verifyPassword(deps, userId, proof.password);
    return deps.transaction((stores) =>
      renewProof(deps, stores, { actor, authMethods: ['pwd'] }, deps.clock.now()),
    );
  };
