import { revokeToken } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { ACCESS_TOKEN_SECONDS } from '../domain/access-claims.ts';

/**
 * Publishes that the access tokens of sessions are revoked. Never fails: a worker repeats it, so that a
 * Redis outage delays it only.
 */
export async function publishEndedSessions(
  { redis, config, clock, log }: Pick<Deps, 'redis' | 'config' | 'clock' | 'log'>,
  sessionIds: readonly string[],
): Promise<void> {
  const nowS = Math.floor(clock.now().getTime() / 1000);
  try {
    for (const tokenId of sessionIds) {
      await revokeToken(redis, config.namespace, {
        tokenId,
        nowS,
        lifetimeS: ACCESS_TOKEN_SECONDS,
      });
    }
  } catch (error) {
    log.warn({ err: error }, 'the end of a session could not be published yet');
  }
}
