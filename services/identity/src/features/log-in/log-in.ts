import { forbidden, unauthenticated } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { signInEvents } from '../../domain/user.ts';
import { type OpenedSession } from '../../views/session-view.ts';
import { newSession } from '../../workflows/new-session.ts';

interface Input {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
}

const invalidCredentials = () =>
  unauthenticated('invalid_credentials', {
    message: 'The e-mail address or the password is wrong',
  });

/**
 * Signs in by password. An unknown address and a wrong password get the same response after the
 * same time. @throws unauthenticated `invalid_credentials`; forbidden `account_suspended`
 */
export const logIn =
  (deps: Pick<Deps, 'users' | 'passwords' | 'tokens' | 'transaction' | 'clock' | 'newId'>) =>
  async ({ email, password, ip }: Input): Promise<OpenedSession> => {
    const now = deps.clock.now();
    const known = await deps.users.findByEmail(email);
    const isRight = await deps.passwords.verify(password, known?.passwordHash);
    if (known === undefined || !isRight) throw invalidCredentials();
    const { session, refreshToken } = newSession({ id: deps.newId(), userId: known.id }, now);
    // Read again in the transaction, because a suspension meanwhile must not leave a session.
    const user = await deps.transaction(async ({ users, sessions, outbox }) => {
      const current = await users.get(known.id);
      if (current.status === 'suspended') {
        throw forbidden('account_suspended', { message: 'This account has been suspended' });
      }
      await sessions.create(session);
      await outbox.add(...signInEvents(current, ip, now));
      return current;
    });
    return { user, access: deps.tokens.forSession(user, session, now), refreshToken };
  };
