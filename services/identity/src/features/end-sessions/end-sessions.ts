import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { sessionEnd } from '../../domain/audit-entry.ts';
import { publishEndedSessions } from '../../workflows/publish-ended-sessions.ts';

/** Ends all sessions of a user but one. Returns how many. */
export const endSessions =
  (deps: Pick<Deps, 'transaction' | 'clock' | 'redis' | 'config' | 'log'>) =>
  async (userId: string, exceptId: string | undefined): Promise<number> => {
    const now = deps.clock.now();
    const ended = await deps.transaction(async ({ sessions }) => {
      const ids = await sessions.listOpenIds(userId);
      const others = ids.filter((id) => id !== exceptId);
      await sessions.revokeMany(others, now);
      for (const id of others) recordChange(sessionEnd(userId, id, now));
      return others;
    });
    await publishEndedSessions(deps, ended);
    return ended.length;
  };
