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

/** Who changes credentials has to prove anew that the account is theirs. */
async function proveOwner(deps: Deps, user: User, input: AccountInput): Promise<void> {
  if (input.currentPassword === undefined) {
    throw invalidFields([
      { path: 'current_password', message: 'Required to change the e-mail address or password' },
    ]);
  }
  await deps.limits.passwordGuess(user.email);
  if (await deps.passwords.verify(input.currentPassword, user.passwordHash)) return;
  throw forbidden('wrong_current_password', { message: 'current_password is wrong' });
}

/**
 * Changes what the owner of an account says of themselves, and their credentials. A new password
 * ends all sessions; access tokens live out their quarter of an hour.
 * @throws invalid where `currentPassword` is needed; forbidden `wrong_current_password`; conflict
 * `email_taken`, or `changed_meanwhile` where two calls change the credentials at once
 */
export const changeAccount =
  (deps: Deps) =>
  async (input: AccountInput): Promise<User> => {
    const before = await deps.users.get(input.userId);
    const { email, password } = input;
    const newEmail = email !== undefined && email !== before.email;
    if (newEmail || password !== undefined) await proveOwner(deps, before, input);
    const passwordHash = password === undefined ? undefined : await deps.passwords.hash(password);
    return deps.transaction(async ({ users, sessions, outbox }) => {
      const user = await users.get(input.userId);
      const sensitive = newEmail || passwordHash !== undefined;
      if (sensitive && user.passwordHash !== before.passwordHash) {
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
