import { type Deps } from '../deps.ts';
import { invalidLink } from '../domain/account-link.ts';
import { decideEmailRestoration, type User } from '../domain/user.ts';
import { newLinkToken, digestOf } from './opaque-token.ts';
import { publishRevocationSoon } from './publish-revocation.ts';
import { sendAccountLink } from './send-account-link.ts';

const restoreEmailLinks = ['restore_email'] as const;
const otherLinks = ['verify_email', 'change_email', 'reset_password'] as const;

/**
 * Gives an account its former address back by the link of the alert. It ends every session and the
 * API keys made since the change was requested, and the password, which the changer knows, stops
 * working; a link to set another one is mailed.
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
    const restored = await deps.transaction(async (stores) => {
      const { users, sessions, apiKeys, accountLinks, outbox } = stores;
      const now = deps.clock.now();
      const link = await accountLinks.take(id, restoreEmailLinks, now);
      if (link === undefined) throw invalidLink();
      const { userId, email, since } = link;
      const user = await users.get(userId);
      const decided = decideEmailRestoration(user, { email, passwordHash }, now);
      await users.save(decided.user);
      await sessions.revokeAllOf(userId, now);
      await apiKeys.deleteMadeSince(userId, since);
      await accountLinks.deleteOf(userId, otherLinks);
      // Those of earlier changes stay: an intruder's former address must not disable the owner's.
      await accountLinks.deleteRestoringSince(userId, since);
      await sendAccountLink(stores, { userId, purpose: 'reset_password', email }, now);
      await outbox.add(...decided.events);
      return decided.user;
    });
    await publishRevocationSoon(deps, restored);
    return restored;
  };
