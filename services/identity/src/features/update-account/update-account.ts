import { conflict, forbidden, invalidFields } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { decideAccountChange, type Profile, type User } from '../../domain/user.ts';

export interface AccountInput {
  readonly userId: string;
  readonly profile: Partial<Profile>;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly currentPassword?: string | undefined;
}

/** Verifies the current password, because a stolen access token must not change credentials. */
async function verifyOwner(
  { limits, passwords }: Pick<Deps, 'limits' | 'passwords'>,
  user: User,
  { currentPassword }: AccountInput,
): Promise<void> {
  if (currentPassword === undefined) {
    throw invalidFields([
      { path: 'current_password', message: 'Required to change the e-mail address or password' },
    ]);
  }
  await limits.passwordAttempt(user.email);
  if (await passwords.verify(currentPassword, user.passwordHash)) return;
  throw forbidden('wrong_current_password', { message: 'current_password is wrong' });
}

/**
 * Updates the profile and the credentials of an account for its owner. A new password ends all
 * sessions; access tokens expire within 15 minutes.
 * @throws invalid where `currentPassword` is required; forbidden `wrong_current_password`; conflict
 * `email_taken`, or `changed_meanwhile` where two requests change the credentials at once
 */
export const updateAccount =
  (deps: Pick<Deps, 'users' | 'passwords' | 'limits' | 'transaction' | 'clock'>) =>
  async (input: AccountInput): Promise<User> => {
    const before = await deps.users.get(input.userId);
    const { email, password } = input;
    const isNewEmail = email !== undefined && email !== before.email;
    if (isNewEmail || password !== undefined) await verifyOwner(deps, before, input);
    const passwordHash = password === undefined ? undefined : await deps.passwords.hash(password);
    return deps.transaction(async ({ users, sessions, outbox }) => {
      const user = await users.get(input.userId);
      const changesCredentials = isNewEmail || passwordHash !== undefined;
      if (changesCredentials && user.passwordHash !== before.passwordHash) {
        throw conflict('changed_meanwhile', { message: 'The password was changed meanwhile' });
      }
      const now = deps.clock.now();
      const changes = {
        ...input.profile,
        ...(email === undefined ? {} : { email }),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      };
      const decided = decideAccountChange(user, changes, now);
      if (decided.events.length === 0) return user;
      await users.save(decided.user);
      if (passwordHash !== undefined) await sessions.revokeAllOf(user.id, now);
      await outbox.add(...decided.events);
      return decided.user;
    });
  };
