import { revokeTokens } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { ACCESS_TOKEN_SECONDS } from '../domain/access-claims.ts';

/** Tells all who check tokens that those of a user up to a moment no longer count. May be repeated. */
export async function publishRevocation(
  { redis, config }: Pick<Deps, 'redis' | 'config'>,
  userId: string,
  revokedAt: Date | null,
): Promise<void> {
  if (revokedAt === null) return;
  const nowS = Math.floor(revokedAt.getTime() / 1000);
  await revokeTokens(redis, config.namespace, { userId, nowS, lifetimeS: ACCESS_TOKEN_SECONDS });
}
