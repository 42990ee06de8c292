import { nameAuditActor } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { auditActorOf } from '../../domain/audit-entry.ts';
import { emailTaken } from '../../domain/account-link.ts';
import { decideRegistration, signInEvents } from '../../domain/user.ts';
import { profileOf } from '../../views/account-fields.ts';
import { type OpenedSession } from '../../views/session-view.ts';
import { type SignInClient } from '../../views/sign-in-client.ts';
import { endPresentSession } from '../../workflows/end-present-session.ts';
import { joinAccount } from '../../workflows/join-account.ts';
import { newSession } from '../../workflows/new-session.ts';
import { getOpenTeamInvitation } from '../../workflows/open-team-invitation.ts';
import { requireGoodPassword } from '../../workflows/require-good-password.ts';

interface Input extends SignInClient {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Creates a login for the invited address, makes it a member and signs it in to the account.
 * @throws not_found `invitation_not_found`; conflict `email_taken`, `too_many_members`
 */
export const registerTeamMember =
  (
    deps: Pick<
      Deps,
      | 'passwords'
      | 'commonPasswords'
      | 'tokens'
      | 'transaction'
      | 'teamInvitations'
      | 'users'
      | 'clock'
      | 'newId'
    >,
  ) =>
  async ({ token, name, password, ...client }: Input): Promise<OpenedSession> => {
    // Before the hash, because hashing for strangers' tokens would be costly.
    const { email } = await getOpenTeamInvitation(deps.teamInvitations, token, deps.clock.now());
    requireGoodPassword(deps, password, [{ email, name }]);
    const passwordHash = await deps.passwords.hash(password);
    const [personId, sessionId] = [deps.newId(), deps.newId()];
    const now = deps.clock.now();
    return deps.transaction(async (stores) => {
      const invitation = await getOpenTeamInvitation(stores.teamInvitations, token, now);
      const { role } = await stores.users.get(invitation.accountId);
      if (await stores.accountLinks.isReserved(email, personId, now)) throw emailTaken();
      // The token was mailed to the address, which proves it.
      const { locale } = client;
      const known = locale === undefined ? {} : { locale };
      const login = { id: personId, role, email, passwordHash, emailVerifiedAt: now, ...known };
      const { user: person, events } = decideRegistration(
        { ...login, profile: profileOf({ name }) },
        now,
      );
      await stores.users.create(person);
      const { account, membership } = await joinAccount(stores, { invitation, person }, now);
      const ids = { id: sessionId, userId: personId, accountId: account.id };
      const { session, secret } = newSession(ids, client, now);
      await endPresentSession(stores, client, now);
      await stores.sessions.create(session);
      await stores.outbox.add(...events, ...signInEvents(person, client.ip, now));
      const holder = { account, member: { person, membership } };
      nameAuditActor(auditActorOf(holder));
      return { holder, access: deps.tokens.forSession(holder, session, now), secret };
    });
  };
