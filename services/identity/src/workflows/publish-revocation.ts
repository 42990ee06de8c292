import { revokeTokens } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { ACCESS_TOKEN_SECONDS } from '../domain/access-claims.ts';

/** Publishes that a user's tokens up to a moment are revoked. May be repeated. */
export async function publishRevocation(
  { redis, config }: Pick<Deps, 'redis' | 'config'>,
  userId: string,
  revokedAt: Date | null,
): Promise<void> {
  if (revokedAt === null) return;
  const nowS = Math.floor(revokedAt.getTime() / 1000);
  await revokeTokens(redis, config.namespace, { userId, nowS, lifetimeS: ACCESS_TOKEN_SECONDS });
}
