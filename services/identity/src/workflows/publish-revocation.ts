import { memberTokensOf, revokeTokens } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { ACCESS_TOKEN_SECONDS } from '../domain/access-claims.ts';
import { type Membership } from '../domain/membership.ts';
import { type User } from '../domain/user.ts';

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

/** Publishes that a member's tokens for an account are revoked. May be repeated. */
export const republishMemberRevocation = (
  deps: Pick<Deps, 'redis' | 'config'>,
  { accountId, memberId, tokensRevokedAt }: Membership,
): Promise<void> => publishRevocation(deps, memberTokensOf(accountId, memberId), tokensRevokedAt);

/** Publishes it now, or a worker does later: a Redis outage delays it only. Never fails. */
export const publishMemberRevocation = (
  deps: Pick<Deps, 'redis' | 'config' | 'log'>,
  membership: Membership,
): Promise<void> =>
  republishMemberRevocation(deps, membership).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a revocation could not be published yet');
  });

/** Publishes it now, or a worker does later: a Redis outage delays it only. Never fails. */
export async function publishRevocationSoon(
  deps: Pick<Deps, 'redis' | 'config' | 'log'>,
  { id, tokensRevokedAt }: User,
): Promise<void> {
  await publishRevocation(deps, id, tokensRevokedAt).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a revocation could not be published yet');
  });
}
