import { type Deps } from '../../deps.ts';
import { decideRegistration, type Profile, signInEvents } from '../../domain/user.ts';
import { type OpenedSession } from '../../views/session-view.ts';
import { newSession } from '../../workflows/new-session.ts';

interface Input {
  readonly email: string;
  readonly password: string;
  readonly role: 'affiliate' | 'brand';
  readonly profile: Profile;
  readonly ip: string;
}

/** Creates an account and signs it in. @throws conflict `email_taken` */
export const registerAccount =
  (deps: Pick<Deps, 'passwords' | 'tokens' | 'transaction' | 'clock' | 'newId'>) =>
  async ({ email, password, role, profile, ip }: Input): Promise<OpenedSession> => {
    const passwordHash = await deps.passwords.hash(password);
    const userId = deps.newId();
    const now = deps.clock.now();
    const registration = { id: userId, role, email, passwordHash, profile };
    const { session, refreshToken } = newSession({ id: deps.newId(), userId }, now);
    const user = await deps.transaction(async ({ users, sessions, outbox }) => {
      const decided = decideRegistration(registration, now);
      await users.create(decided.user);
      await sessions.create(session);
      await outbox.add(...decided.events, ...signInEvents(decided.user, ip, now));
      return decided.user;
    });
    const holder = { account: user };
    return { holder, access: deps.tokens.forSession(holder, session, now), refreshToken };
  };
