import { unauthenticated } from '@tributary/errors';
import { addressKey } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type User } from '../../domain/user.ts';
import { type SignInClient } from '../../views/sign-in-client.ts';
import { type SignInOutcome } from '../../views/sign-in-view.ts';
import { finishSignIn } from '../../workflows/finish-sign-in.ts';

interface Input extends SignInClient {
  readonly email: string;
  readonly password: string;
  /** Another account of the login; left out, its own. */
  readonly accountId?: string | undefined;
}

const invalidCredentials = () =>
  unauthenticated('invalid_credentials', {
    message: 'The e-mail address or the password is wrong',
  });

/** Whether the account of an address has signed in from this network before. */
export const isKnownNetwork =
  ({ users, sessions }: Pick<Deps, 'users' | 'sessions'>) =>
  async ({ email, ip }: Pick<Input, 'email' | 'ip'>): Promise<boolean> => {
    const user = await users.findByEmail(email);
    return user !== undefined && (await sessions.isKnownNetwork(user.id, addressKey(ip)));
  };

/** Hashes the password again where the stored hash has an earlier cost. */
async function renewHash(
  { passwords, transaction }: Pick<Deps, 'passwords' | 'transaction'>,
  { id, passwordHash: earlier }: User,
  password: string,
): Promise<void> {
  if (!passwords.isOutdated(earlier)) return;
  const passwordHash = await passwords.hash(password);
  await transaction(async ({ users }) => {
    const current = await users.get(id);
    if (current.passwordHash === earlier) await users.save({ ...current, passwordHash });
  });
}

/**
 * Signs in by password. An unknown address and a wrong password get the same response after the
 * same time. A hash of an earlier cost is renewed.
 * @throws unauthenticated `invalid_credentials`; forbidden `account_suspended`, `not_a_member`
 */
export const logIn =
  (deps: Pick<Deps, 'users' | 'passwords' | 'tokens' | 'transaction' | 'clock' | 'newId'>) =>
  async ({ email, password, ...from }: Input): Promise<SignInOutcome> => {
    const user = await deps.users.findByEmail(email);
    const isRight = await deps.passwords.verify(password, user?.passwordHash);
    if (user === undefined || !isRight) throw invalidCredentials();
    await renewHash(deps, user, password);
    return finishSignIn(deps)({ userId: user.id, authMethods: ['pwd'], ...from });
  };
