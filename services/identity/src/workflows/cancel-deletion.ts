import { nameAuditActor, recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { invalidLink } from '../domain/account-link.ts';
import { auditActorOf, userChange } from '../domain/audit-entry.ts';
import { decideDeletionEnd, type User } from '../domain/user.ts';
import { digestOf } from './opaque-token.ts';

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];

const cancelLinks = ['cancel_deletion'] as const;

async function endDeletion(stores: Stores, user: User, now: Date): Promise<User> {
  const decided = decideDeletionEnd(user, now);
  recordChange(userChange(user, decided.user));
  await stores.users.save(decided.user);
  await stores.accountLinks.deleteOf(user.id, cancelLinks);
  await stores.outbox.add(...decided.events);
  return decided.user;
}

/** Takes the deletion of an account back. @throws conflict `no_deletion_pending` */
export const cancelDeletion =
  ({ transaction, clock }: Pick<Deps, 'transaction' | 'clock'>) =>
  (userId: string): Promise<User> =>
    transaction(async (stores) => endDeletion(stores, await stores.users.get(userId), clock.now()));

/** The same by the mailed link. @throws invalid `invalid_link` */
export const cancelDeletionByLink =
  ({ transaction, clock }: Pick<Deps, 'transaction' | 'clock'>) =>
  (token: string): Promise<User> =>
    transaction(async (stores) => {
      const link = await stores.accountLinks.take(digestOf(token), cancelLinks, clock.now());
      const user = link === undefined ? undefined : await stores.users.find(link.userId);
      if (user?.deletionDueAt === undefined || user.email !== link?.email) throw invalidLink();
      nameAuditActor(auditActorOf({ account: user }));
      return endDeletion(stores, user, clock.now());
    });
