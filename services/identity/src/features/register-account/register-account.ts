import { nameAuditActor } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { auditActorOf } from '../../domain/audit-entry.ts';
import { emailTaken } from '../../domain/account-link.ts';
import { decideRegistration, type Profile, signInEvents } from '../../domain/user.ts';
import { type OpenedSession } from '../../views/session-view.ts';
import { type SignInClient } from '../../views/sign-in-client.ts';
import { endPresentSession } from '../../workflows/end-present-session.ts';
import { newSession } from '../../workflows/new-session.ts';
import { requireGoodPassword } from '../../workflows/require-good-password.ts';
import { sendAccountLink } from '../../workflows/send-account-link.ts';

interface Input extends SignInClient {
  readonly email: string;
  readonly password: string;
  readonly role: 'affiliate' | 'brand';
  readonly profile: Profile;
}

/**
 * Creates an account, signs it in, and mails a link to prove its address.
 * @throws conflict `email_taken`; invalid for a password that is easy to guess
 */
export const registerAccount =
  (
    deps: Pick<
      Deps,
      'passwords' | 'commonPasswords' | 'tokens' | 'transaction' | 'clock' | 'newId'
    >,
  ) =>
  async ({ email, password, role, profile, ...client }: Input): Promise<OpenedSession> => {
    requireGoodPassword(deps, password, [{ email, name: profile.name }]);
    const passwordHash = await deps.passwords.hash(password);
    const userId = deps.newId();
    const now = deps.clock.now();
    const { locale } = client;
    const known = locale === undefined ? {} : { locale };
    const registration = { id: userId, role, email, passwordHash, profile, ...known };
    const { session, secret } = newSession({ id: deps.newId(), userId }, client, now);
    const user = await deps.transaction(async (stores) => {
      const { users, sessions, accountLinks, outbox } = stores;
      if (await accountLinks.isReserved(email, userId, now)) throw emailTaken();
      const decided = decideRegistration(registration, now);
      nameAuditActor(auditActorOf({ account: decided.user }));
      await users.create(decided.user);
      await endPresentSession(stores, client, now);
      await sessions.create(session);
      await outbox.add(...decided.events, ...signInEvents(decided.user, client.ip, now));
      await sendAccountLink(stores, { userId, purpose: 'verify_email', email, ...known }, now);
      return decided.user;
    });
    const holder = { account: user };
    return { holder, access: deps.tokens.forSession(holder, session, now), secret };
  };
