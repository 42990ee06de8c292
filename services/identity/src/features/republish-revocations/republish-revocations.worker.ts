import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { ACCESS_TOKEN_SECONDS } from '../../domain/access-claims.ts';
import { publishRevocation } from '../../workflows/publish-revocation.ts';

/** Tokens older than this have expired anyway. */
const LOOK_BACK_MS = (ACCESS_TOKEN_SECONDS + 60) * 1_000;

/**
 * Repeats the recent revocations, so that none is lost by a Redis that was away at the moment, or
 * came back empty.
 */
export const keepRevocationsWorker = (deps: Deps) =>
  worker({
    name: 'keep-revocations',
    everyMs: 2_000,
    run: async () => {
      const since = new Date(deps.clock.now().getTime() - LOOK_BACK_MS);
      if (deps.redis.status !== 'ready') return false;
      for (const { userId, revokedAt } of await deps.users.listRevokedSince(since)) {
        await publishRevocation(deps, userId, revokedAt);
      }
      return false;
    },
  });
