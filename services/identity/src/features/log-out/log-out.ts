import jwt from 'jsonwebtoken';
import { type Actor, revokeToken } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { ACCESS_TOKEN_SECONDS } from '../../domain/access-claims.ts';
import { parseRefreshToken } from '../../workflows/opaque-token.ts';
import { publishEndedSessions } from '../../workflows/publish-ended-sessions.ts';

interface Input {
  readonly actor: Actor;
  /** The verified access token of this request. */
  readonly accessToken: string;
  readonly refreshToken: string;
}

type RevocationDeps = Pick<Deps, 'clock' | 'redis' | 'config' | 'log'>;

async function revokeAccessToken(deps: RevocationDeps, accessToken: string): Promise<void> {
  const claims = jwt.decode(accessToken, { json: true });
  if (typeof claims?.jti !== 'string') return;
  const nowS = Math.floor(deps.clock.now().getTime() / 1000);
  const revocation = { tokenId: claims.jti, nowS, lifetimeS: ACCESS_TOKEN_SECONDS };
  // While Redis is unavailable the token stays valid for its 15 minutes; the session has ended.
  await revokeToken(deps.redis, deps.config.namespace, revocation).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'an access token could not be revoked');
  });
}

/** Ends the session of a browser, with the access tokens that the gateway has for it. */
export const endBrowserSession =
  (deps: RevocationDeps & Pick<Deps, 'sessions'>) =>
  async ({ memberId, sessionId }: Actor): Promise<void> => {
    if (sessionId === undefined) return;
    await deps.sessions.revokeOwn(sessionId, memberId, deps.clock.now());
    await publishEndedSessions(deps, [sessionId]);
  };

/**
 * Ends the session of the refresh token, and revokes the access token of this request. An unknown
 * token and another user's token are ignored without an error: the caller is signed out anyway.
 */
export const logOut =
  (deps: RevocationDeps & Pick<Deps, 'sessions'>) =>
  async ({ actor, accessToken, refreshToken }: Input): Promise<void> => {
    const presented = parseRefreshToken(refreshToken);
    if (presented !== undefined) {
      const session = await deps.sessions.find(presented.sessionId);
      const isOwn =
        session?.familyHash === presented.familyHash && session.userId === actor.memberId;
      if (isOwn) await deps.sessions.revoke(presented.sessionId, deps.clock.now());
    }
    await revokeAccessToken(deps, accessToken);
  };
