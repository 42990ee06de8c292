import { worker } from '@tributary/service';
import { MINUTE_MS, SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { ACCESS_TOKEN_SECONDS } from '../../domain/access-claims.ts';
import { publishEndedSessions } from '../../workflows/publish-ended-sessions.ts';
import {
  publishRevocation,
  republishMemberRevocation,
} from '../../workflows/publish-revocation.ts';

/** Older tokens have expired. */
const RECENT_MS = ACCESS_TOKEN_SECONDS * SECOND_MS + MINUTE_MS;

/** Publishes recent revocations again, because Redis may have been unavailable or lost them. */
export const republishRevocationsWorker = (deps: Deps) =>
  worker({
    name: 'republish-revocations',
    everyMs: 2_000,
    run: async () => {
      if (deps.redis.status !== 'ready') return false;
      const since = new Date(deps.clock.now().getTime() - RECENT_MS);
      for (const { userId, revokedAt } of await deps.users.listRevokedSince(since)) {
        await publishRevocation(deps, userId, revokedAt);
      }
      for (const membership of await deps.memberships.listRevokedSince(since)) {
        await republishMemberRevocation(deps, membership);
      }
      await publishEndedSessions(deps, await deps.sessions.listEndedSince(since));
      return false;
    },
  });
