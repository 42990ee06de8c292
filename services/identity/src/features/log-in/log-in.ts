import { forbidden, unauthenticated } from '@tributary/errors';
import { addressKey } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { newPlaceEvents, signInEvents } from '../../domain/user.ts';
import { type OpenedSession } from '../../views/session-view.ts';
import { newSession } from '../../workflows/new-session.ts';
import { findTokenHolder } from '../../workflows/token-holder.ts';

interface Input {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string | undefined;
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

/** The password's hash at today's cost; undefined where the stored one has it. */
const renewedHash = (
  { passwords }: Pick<Deps, 'passwords'>,
  password: string,
  phc: string,
): Promise<string | undefined> =>
  passwords.isOutdated(phc) ? passwords.hash(password) : Promise.resolve(undefined);

/**
 * Signs in by password. An unknown address and a wrong password get the same response after the
 * same time. A hash of an earlier cost is renewed.
 * @throws unauthenticated `invalid_credentials`; forbidden `account_suspended`, `not_a_member`
 */
export const logIn =
  (deps: Pick<Deps, 'users' | 'passwords' | 'tokens' | 'transaction' | 'clock' | 'newId'>) =>
  async ({ email, password, ip, userAgent, accountId }: Input): Promise<OpenedSession> => {
    const now = deps.clock.now();
    const known = await deps.users.findByEmail(email);
    const isRight = await deps.passwords.verify(password, known?.passwordHash);
    if (known === undefined || !isRight) throw invalidCredentials();
    const ids = {
      id: deps.newId(),
      userId: known.id,
      ip,
      userAgent,
      ...(accountId === undefined ? {} : { accountId }),
    };
    const { session, refreshToken } = newSession(ids, now);
    const passwordHash = await renewedHash(deps, password, known.passwordHash);
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
      const earlier = await sessions.listPlaces(known.id);
      await sessions.create(session);
      if (passwordHash !== undefined && current.passwordHash === known.passwordHash) {
        await users.save({ ...current, passwordHash });
      }
      await outbox.add(
        ...signInEvents(current, ip, now),
        ...newPlaceEvents(current, session, earlier),
      );
      return found;
    });
    return { holder, access: deps.tokens.forSession(holder, session, now), refreshToken };
  };
