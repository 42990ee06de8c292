import { type Outbox, recordChange } from '@tributary/mongo';
import { emailTaken } from '../domain/account-link.ts';
import { userChange } from '../domain/audit-entry.ts';
import { type AccountChanges, decideAccountChange, type User } from '../domain/user.ts';
import { type AccountLinkStore } from '../store/account-link-store.ts';
import { type UserStore } from '../store/user-store.ts';
import { sendAccountLink } from './send-account-link.ts';

export interface AccountStores {
  readonly users: UserStore;
  readonly accountLinks: AccountLinkStore;
  readonly outbox: Outbox;
}

/**
 * The links of a changed address: a proved old one can take the change back, a new one is to be proved.
 * An unproved one may be mistyped, and a stranger must not get the account by it.
 */
async function sendLinksOfNewAddress(
  stores: AccountStores,
  change: { readonly before: User; readonly after: User; readonly since: Date },
  now: Date,
): Promise<void> {
  const { before, after, since } = change;
  const { id: userId } = after;
  await stores.accountLinks.deleteOf(userId, ['verify_email', 'change_email', 'reset_password']);
  if (before.emailVerifiedAt !== null) {
    const restoring = { userId, purpose: 'restore_email', email: before.email, since } as const;
    await sendAccountLink(stores, restoring, now);
  }
  if (after.emailVerifiedAt !== null) return;
  await sendAccountLink(stores, { userId, purpose: 'verify_email', email: after.email }, now);
}

/**
 * Saves the owner's changes, inside a transaction. A new address has its links mailed.
 * @param times.since when a new address was requested
 * @throws conflict `email_taken`
 */
export async function saveAccountChange(
  stores: AccountStores,
  user: User,
  changes: AccountChanges,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<User> {
  const { user: after, events } = decideAccountChange(user, changes, now);
  if (events.length === 0) return user;
  const isNewAddress = after.email !== user.email;
  if (isNewAddress && (await stores.accountLinks.isReserved(after.email, user.id, now))) {
    throw emailTaken();
  }
  await stores.users.save(after);
  recordChange(userChange(user, after));
  if (isNewAddress) await sendLinksOfNewAddress(stores, { before: user, after, since }, now);
  await stores.outbox.add(...events);
  return after;
}
