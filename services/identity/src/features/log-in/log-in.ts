import { forbidden, unauthenticated } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { signInEvents } from '../../domain/user.ts';
import { type OpenedSession } from '../../views/session-view.ts';
import { newSession } from '../../workflows/new-session.ts';
import { findTokenHolder } from '../../workflows/token-holder.ts';

interface Input {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  /** Another account of the login; left out, its own. */
  readonly accountId?: string | undefined;
}

const invalidCredentials = () =>
  unauthenticated('invalid_credentials', {
    message: 'The e-mail address or the password is wrong',
  });

/**
 * Signs in by password. An unknown address and a wrong password get the same response after the
 * same time. @throws unauthenticated `invalid_credentials`; forbidden `account_suspended`, `not_a_member`
 */
export const logIn =
  (deps: Pick<Deps, 'users' | 'passwords' | 'tokens' | 'transaction' | 'clock' | 'newId'>) =>
  async ({ email, password, ip, accountId }: Input): Promise<OpenedSession> => {
    const now = deps.clock.now();
    const known = await deps.users.findByEmail(email);
    const isRight = await deps.passwords.verify(password, known?.passwordHash);
    if (known === undefined || !isRight) throw invalidCredentials();
    const ids = {
      id: deps.newId(),
      userId: known.id,
      ...(accountId === undefined ? {} : { accountId }),
    };
    const { session, refreshToken } = newSession(ids, now);
    // Read again in the transaction, because a suspension meanwhile must not leave a session.
    const holder = await deps.transaction(async ({ users, memberships, sessions, outbox }) => {
      const current = await users.get(known.id);
      if (current.status === 'suspended') {
        throw forbidden('account_suspended', { message: 'This account has been suspended' });
      }
      const person = { accountId: accountId ?? known.id, personId: known.id };
      const found = await findTokenHolder({ users, memberships }, person);
      if (found === undefined) {
        throw forbidden('not_a_member', { message: 'This login is no member of the account' });
      }
      await sessions.create(session);
      await outbox.add(...signInEvents(current, ip, now));
      return found;
    });
    return { holder, access: deps.tokens.forSession(holder, session, now), refreshToken };
  };
