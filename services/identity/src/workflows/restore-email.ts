import { nameAuditActor, recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { auditActorOf, userChange } from '../domain/audit-entry.ts';
import { invalidLink } from '../domain/account-link.ts';
import { decideEmailRestoration, type User } from '../domain/user.ts';
import { deleteSecondFactorSince } from './delete-second-factor.ts';
import { endMembershipsSince } from './end-membership.ts';
import { newLinkToken, digestOf } from './opaque-token.ts';
import { publishMemberRevocation, publishRevocationSoon } from './publish-revocation.ts';
import { sendAccountLink } from './send-account-link.ts';

const restoreEmailLinks = ['restore_email'] as const;
const otherLinks = ['verify_email', 'change_email', 'reset_password'] as const;

/**
 * Gives an account its former address back by the link of the alert. It ends every session, open
 * invitations, and the API keys, passkeys, authenticator app and members since the change was requested, and
 * the password, which the changer knows, stops working; a link to set another one is mailed.
 * @throws invalid `invalid_link`
 */
export const restoreEmail =
  (
    deps: Pick<Deps, 'transaction' | 'clock' | 'accountLinks' | 'passwords'> &
      Parameters<typeof publishRevocationSoon>[0],
  ) =>
  async (token: string): Promise<User> => {
    const id = digestOf(token);
    const known = await deps.accountLinks.find(id, restoreEmailLinks, deps.clock.now());
    if (known === undefined) throw invalidLink();
    const passwordHash = await deps.passwords.hash(newLinkToken());
    const { restored, removed } = await deps.transaction(async (stores) => {
      const {
        users,
        sessions,
        apiKeys,
        passkeys,
        oidcLinks,
        accountLinks,
        teamInvitations,
        outbox,
      } = stores;
      const now = deps.clock.now();
      const link = await accountLinks.take(id, restoreEmailLinks, now);
      if (link === undefined) throw invalidLink();
      const { userId, email, since } = link;
      const user = await users.get(userId);
      // An account that was never proved has no proved address to return to.
      if (user.emailVerifiedAt === null) throw invalidLink();
      const decided = decideEmailRestoration(user, { email, passwordHash }, now);
      nameAuditActor(auditActorOf({ account: user }));
      recordChange(userChange(user, decided.user));
      await users.save(decided.user);
      await sessions.revokeAllOf(userId, now);
      await apiKeys.deleteMadeSince(userId, since);
      await passkeys.deleteMadeSince(userId, since);
      await oidcLinks.deleteMadeSince(userId, since);
      await deleteSecondFactorSince(stores, { userId, since }, now);
      await accountLinks.deleteOf(userId, otherLinks);
      // Those of earlier changes stay: an intruder's former address must not disable the owner's.
      await accountLinks.deleteRestoringSince(userId, since);
      await sendAccountLink(stores, { userId, purpose: 'reset_password', email }, now);
      await teamInvitations.revokeAllOf(userId);
      await outbox.add(...decided.events);
      const removed = await endMembershipsSince(stores, { accountId: userId, since }, now);
      return { restored: decided.user, removed };
    });
    await publishRevocationSoon(deps, restored);
    for (const membership of removed) await publishMemberRevocation(deps, membership);
    return restored;
  };
