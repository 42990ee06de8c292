import { accountDeletionRequested } from '@tributary/contracts';
import { conflict, forbidden } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { userChange } from '../../domain/audit-entry.ts';
import { decideDeletion, type User } from '../../domain/user.ts';
import { digestOf, newLinkToken } from '../../workflows/opaque-token.ts';
import { publishRevocationSoon } from '../../workflows/publish-revocation.ts';

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];

/** Mails the link that takes the deletion back, to the account's address. */
async function sendCancelLink(stores: Stores, user: User, dueAt: Date, now: Date): Promise<void> {
  const { id: userId, email } = user;
  const token = newLinkToken();
  const link = { purpose: 'cancel_deletion', since: now, expiresAt: dueAt } as const;
  await stores.accountLinks.create({ id: digestOf(token), userId, email, ...link });
  const mail = { userId, to: email, token, dueAt: dueAt.toISOString() };
  await stores.outbox.add(accountDeletionRequested(mail));
}

/** @throws conflict `last_admin` */
async function refuseLastAdmin({ users }: Stores, user: User, now: Date): Promise<void> {
  if (user.role !== 'admin' || (await users.lockOtherAdmins(user.id, now))) return;
  throw conflict('last_admin', { message: 'Another administrator has to exist first' });
}

/**
 * Requests the deletion of an account: it is suspended at once, its sessions end, and it is erased after
 * `ACCOUNT_DELETION_DAYS` unless the deletion is taken back. A repeated request changes nothing.
 * @throws forbidden `wrong_current_password`, `account_suspended`; conflict `last_admin`
 */
export const requestAccountDeletion =
  (
    deps: Pick<Deps, 'users' | 'passwords' | 'limits' | 'transaction' | 'clock'> &
      Parameters<typeof publishRevocationSoon>[0],
  ) =>
  async (userId: string, password: string): Promise<User> => {
    const { passwordHash } = await deps.users.get(userId);
    await deps.limits.passwordAttempt(userId);
    if (!(await deps.passwords.verify(password, passwordHash))) {
      throw forbidden('wrong_current_password', { message: 'current_password is wrong' });
    }
    const leaving = await deps.transaction(async (stores) => {
      const now = deps.clock.now();
      const user = await stores.users.get(userId);
      await refuseLastAdmin(stores, user, now);
      const dueAt = new Date(now.getTime() + deps.config.ACCOUNT_DELETION_DAYS * DAY_MS);
      const decided = decideDeletion(user, dueAt, now);
      if (decided.events.length === 0) return user;
      recordChange(userChange(user, decided.user));
      await stores.users.save(decided.user);
      await stores.sessions.revokeAllOf(userId, now);
      await stores.teamInvitations.revokeAllOf(userId);
      await sendCancelLink(stores, user, dueAt, now);
      await stores.outbox.add(...decided.events);
      return decided.user;
    });
    await publishRevocationSoon(deps, leaving);
    return leaving;
  };
