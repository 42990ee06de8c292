import { nameAuditActor } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { invalidLink } from '../domain/account-link.ts';
import { type ApiKey } from '../domain/api-key.ts';
import { auditActorOf } from '../domain/audit-entry.ts';
import { decideEmailVerification, type User } from '../domain/user.ts';
import { endMembershipsSince } from './end-membership.ts';
import { listMembers, type Member } from './list-members.ts';
import { digestOf } from './opaque-token.ts';
import { publishMemberRevocation, publishRevocationSoon } from './publish-revocation.ts';
import { requireGoodPassword } from './require-good-password.ts';
import { saveAccountChange } from './save-account-change.ts';

interface Input {
  readonly token: string;
  readonly password: string;
  readonly endApiKeys: boolean;
  /** Members who joined at this time or later are removed. */
  readonly endMembersSince?: Date | undefined;
}

interface Reset {
  readonly user: User;
  /** The API keys that still work. */
  readonly apiKeys: readonly ApiKey[];
  /** Who may still act in the account, because the reset ends no memberships by itself. */
  readonly members: readonly Member[];
}

const resetLinks = ['reset_password'] as const;

type ResetDeps = Pick<
  Deps,
  'transaction' | 'clock' | 'accountLinks' | 'users' | 'passwords' | 'commonPasswords'
> &
  Parameters<typeof publishRevocationSoon>[0];

/**
 * Sets a new password by a mailed link, which also proves the address. Ends every session and access
 * token, pending changes of the address, open invitations to the account, the passkeys of all but
 * administrators, and the API keys where `endApiKeys`. Members stay, as most resets are of forgotten
 * passwords, unless they joined since `endMembersSince`. A refused password leaves the link valid.
 * @throws invalid `invalid_link`, or for a password that is too easy to guess
 */
export const resetPassword =
  (deps: ResetDeps) =>
  async ({ token, password, endApiKeys, endMembersSince }: Input): Promise<Reset> => {
    const id = digestOf(token);
    const known = await deps.accountLinks.find(id, resetLinks, deps.clock.now());
    if (known === undefined) throw invalidLink();
    requireGoodPassword(deps, password, [await deps.users.get(known.userId)]);
    const passwordHash = await deps.passwords.hash(password);
    const { removed, ...reset } = await deps.transaction(async (stores) => {
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
      const link = await accountLinks.take(id, resetLinks, now);
      const before = await users.get(known.userId);
      if (link === undefined || link.email !== before.email) throw invalidLink();
      nameAuditActor(auditActorOf({ account: before }));
      const proved = decideEmailVerification(before, now);
      if (proved.events.length > 0) await accountLinks.deleteOf(before.id, ['restore_email']);
      await outbox.add(...proved.events);
      const times = { now, since: now };
      const user = await saveAccountChange(stores, proved.user, { passwordHash }, times);
      await sessions.revokeAllOf(user.id, now);
      // An intruder who knew the password would come back by them.
      await accountLinks.deleteOf(user.id, ['change_email', 'reset_password']);
      await teamInvitations.revokeAllOf(user.id);
      await oidcLinks.deleteAllOf(user.id);
      // Of an administrator they are the second factor, which a mailbox must not remove.
      if (user.role !== 'admin') await passkeys.deleteAllOf(user.id);
      if (endApiKeys) await apiKeys.deleteAllOf(user.id);
      const since = endMembersSince;
      const removed =
        since === undefined
          ? []
          : await endMembershipsSince(stores, { accountId: user.id, since }, now);
      const members = await listMembers(stores, user.id);
      return { user, apiKeys: await apiKeys.listOf(user.id), members, removed };
    });
    await publishRevocationSoon(deps, reset.user);
    for (const membership of removed) await publishMemberRevocation(deps, membership);
    return reset;
  };
