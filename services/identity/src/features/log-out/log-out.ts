import jwt from 'jsonwebtoken';
import { recordChange } from '@tributary/mongo';
import { type Actor, revokeToken } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { ACCESS_TOKEN_SECONDS } from '../../domain/access-claims.ts';
import { sessionEnd } from '../../domain/audit-entry.ts';
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

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];

/** Ends a session of the person, in the caller’s transaction; one that has ended stays as it is. */
async function endOwn(
  { sessions }: Pick<Stores, 'sessions'>,
  { id, userId }: { readonly id: string; readonly userId: string },
  now: Date,
): Promise<void> {
  if (await sessions.revokeOwn(id, userId, now)) recordChange(sessionEnd(userId, id, now));
}

/** Ends the session of a browser, with the access tokens that the gateway has for it. */
export const endBrowserSession =
  (deps: RevocationDeps & Pick<Deps, 'transaction'>) =>
  async ({ memberId, sessionId }: Actor): Promise<void> => {
    if (sessionId === undefined) return;
    const own = { id: sessionId, userId: memberId };
    await deps.transaction((stores) => endOwn(stores, own, deps.clock.now()));
    await publishEndedSessions(deps, [sessionId]);
  };

/**
 * Ends the session of the refresh token, and revokes the access token of this request. An unknown
 * token and another user's token are ignored without an error: the caller is signed out anyway.
 */
export const logOut =
  (deps: RevocationDeps & Pick<Deps, 'transaction'>) =>
  async ({ actor, accessToken, refreshToken }: Input): Promise<void> => {
    const presented = parseRefreshToken(refreshToken);
    if (presented !== undefined) {
      const own = { id: presented.sessionId, userId: actor.memberId };
      await deps.transaction(async (stores) => {
        const session = await stores.sessions.find(own.id);
        if (session?.familyHash !== presented.familyHash) return;
        await endOwn(stores, own, deps.clock.now());
      });
    }
    await revokeAccessToken(deps, accessToken);
  };
