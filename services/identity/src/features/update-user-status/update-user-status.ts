import { type UserStatus } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { decideStatus, type User } from '../../domain/user.ts';

/**
 * Verifies, suspends or re-activates an account. A suspension ends its sessions with the same commit
 * and its access tokens within seconds. @throws not_found; conflict `cannot_suspend_yourself`
 */
export const setStatus =
  (deps: Deps) =>
  (input: { userId: string; status: UserStatus; actorId: string }): Promise<User> =>
    deps.transaction(async ({ users, sessions, outbox }) => {
      const now = deps.clock.now();
      const user = await users.get(input.userId);
      const decided = decideStatus(user, input.status, { actorId: input.actorId, now });
      if (decided.events.length === 0) return user;
      await users.save(decided.user);
      if (decided.user.status === 'suspended') await sessions.revokeAllOf(user.id, now);
      await outbox.add(...decided.events);
      return decided.user;
    });
