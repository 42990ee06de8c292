import { forbidden } from '@tributary/errors';
import { type Actor } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { provesSecondFactor } from '../domain/second-factor.ts';

type Stores = Pick<Deps, 'secondFactors' | 'passkeys'>;

/** Whether the login has an authenticator app or a passkey. */
export const hasSecondFactor = async (
  { secondFactors, passkeys }: Stores,
  userId: string,
): Promise<boolean> => (await secondFactors.isRequired(userId)) || (await passkeys.isAnyOf(userId));

/**
 * Refuses a session that one factor alone has proved, where the login has a second one: who knows the
 * password must not add or remove a way to sign in.
 * @throws forbidden `second_factor_required`
 */
export async function requireSecondFactor(
  stores: Stores,
  { memberId, authMethods = [] }: Pick<Actor, 'memberId' | 'authMethods'>,
): Promise<void> {
  if (provesSecondFactor(authMethods) || !(await hasSecondFactor(stores, memberId))) return;
  throw forbidden('second_factor_required', {
    message: 'Sign in by the passkey or the second factor of the login first',
  });
}
