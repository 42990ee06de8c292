import { type UserStatus } from '@tributary/contracts';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { decideStatus, type User } from '../../domain/user.ts';
import { userChange } from '../../domain/audit-entry.ts';
import { publishRevocationSoon } from '../../workflows/publish-revocation.ts';

interface Input {
  readonly userId: string;
  readonly status: UserStatus;
  readonly actorId: string;
}

/**
 * Verifies, suspends or re-activates an account. A suspension ends its sessions in the same
 * transaction and its access tokens within seconds. @throws not_found; conflict `cannot_suspend_yourself`
 */
export const updateUserStatus =
  (deps: Pick<Deps, 'transaction' | 'clock' | 'redis' | 'config' | 'log'>) =>
  async ({ userId, status, actorId }: Input): Promise<User> => {
    const updated = await deps.transaction(async ({ users, sessions, outbox }) => {
      const now = deps.clock.now();
      const user = await users.get(userId);
      const decided = decideStatus(user, status, { actorId, now });
      if (decided.events.length === 0) return user;
      await users.save(decided.user);
      if (decided.user.status === 'suspended') await sessions.revokeAllOf(user.id, now);
      await outbox.add(...decided.events);
      recordChange(userChange(user, decided.user));
      return decided.user;
    });
    if (updated.status === 'suspended') await publishRevocationSoon(deps, updated);
    return updated;
  };
