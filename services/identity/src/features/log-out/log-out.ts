import jwt from 'jsonwebtoken';
import { type Actor, revokeToken } from '@tributary/service';
import { ACCESS_TOKEN_SECONDS } from '../../domain/access-claims.ts';
import { type Deps } from '../../deps.ts';
import { readRefreshToken } from '../../workflows/opaque-token.ts';

interface Input {
  readonly actor: Actor;
  /** The access token of this call, already checked. */
  readonly accessToken: string;
  readonly refreshToken: string;
}

async function endAccessToken(deps: Deps, accessToken: string): Promise<void> {
  const claims = jwt.decode(accessToken, { json: true });
  if (typeof claims?.jti !== 'string') return;
  const nowS = Math.floor(deps.clock.now().getTime() / 1000);
  const revocation = { tokenId: claims.jti, nowS, lifetimeS: ACCESS_TOKEN_SECONDS };
  // While Redis is away the token lives out its quarter of an hour; the session itself has ended.
  await revokeToken(deps.redis, deps.config.namespace, revocation).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'an access token could not be revoked');
  });
}

/**
 * Ends the session of the refresh token, and the access token used for this call. A token that is
 * unknown or another user's is left alone, without saying so: what the caller wants holds.
 */
export const logOut =
  (deps: Deps) =>
  async ({ actor, accessToken, refreshToken }: Input): Promise<void> => {
    const presented = readRefreshToken(refreshToken);
    if (presented !== undefined) {
      const session = await deps.sessions.find(presented.sessionId);
      const genuine = session?.familyHash === presented.familyHash && session.userId === actor.id;
      if (genuine) await deps.sessions.revoke(presented.sessionId, deps.clock.now());
    }
    await endAccessToken(deps, accessToken);
  };
