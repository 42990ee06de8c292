import { nameAuditActor, recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { auditActorOf, userChange } from '../domain/audit-entry.ts';
import { invalidLink } from '../domain/account-link.ts';
import { decideEmailVerification, isRevokedSince, type User } from '../domain/user.ts';
import { digestOf } from './opaque-token.ts';
import { saveAccountChange } from './save-account-change.ts';

/**
 * Proves the address of an account, or moves the account to a new address, by the link that was
 * mailed there. No link restores an address that the account had before its first proved one.
 * @throws invalid `invalid_link`; conflict `email_taken`
 */
export const verifyEmail =
  (deps: Pick<Deps, 'transaction' | 'clock'>) =>
  (token: string): Promise<User> =>
    deps.transaction(async (stores) => {
      const { users, accountLinks, outbox } = stores;
      const now = deps.clock.now();
      const link = await accountLinks.take(digestOf(token), ['verify_email', 'change_email'], now);
      if (link === undefined) throw invalidLink();
      const { email, since } = link;
      const user = await users.get(link.userId);
      nameAuditActor(auditActorOf({ account: user }));
      if (link.purpose === 'change_email') {
        if (isRevokedSince(user, since)) throw invalidLink();
        return saveAccountChange(stores, user, { email, emailVerifiedAt: now }, { now, since });
      }
      if (user.email !== email) throw invalidLink();
      const decided = decideEmailVerification(user, now);
      if (decided.events.length === 0) return user;
      await users.save(decided.user);
      recordChange(userChange(user, decided.user));
      await accountLinks.deleteOf(user.id, ['restore_email']);
      await outbox.add(...decided.events);
      return decided.user;
    });
