import { unauthenticated } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { judgeRefresh, type PresentedToken } from '../../domain/session.ts';
import { nextRefreshToken, readRefreshToken } from '../../workflows/opaque-token.ts';
import { type OpenedSession } from '../../views/session-view.ts';

const refused = () =>
  unauthenticated('invalid_refresh_token', {
    message: 'The refresh token is not valid; sign in again',
  });

/** Ends the family where a used token comes back; any other misfit is just refused. */
async function refuse(deps: Deps, token: PresentedToken, now: Date): Promise<never> {
  const session = await deps.sessions.find(token.sessionId);
  if (judgeRefresh(session, token, now) === 'revoke_family') {
    await deps.sessions.revoke(token.sessionId, now);
    deps.log.warn({ session_id: token.sessionId }, 'a used refresh token came back');
  }
  throw refused();
}

/**
 * Trades the newest refresh token of a session for its successor and an access token. Of several
 * calls with one token at most one succeeds, and the others end the session.
 * @throws unauthenticated `invalid_refresh_token`
 */
export const refreshSession =
  (deps: Deps) =>
  async (refreshToken: string): Promise<OpenedSession> => {
    const now = deps.clock.now();
    const presented = readRefreshToken(refreshToken);
    if (presented === undefined) throw refused();
    const next = nextRefreshToken(refreshToken);
    const rotated = await deps.sessions.rotate(presented, next.token, now);
    if (!rotated) return refuse(deps, presented, now);
    const session = await deps.sessions.find(presented.sessionId);
    const user = session === undefined ? undefined : await deps.users.find(session.userId);
    if (user === undefined || user.status === 'suspended') throw refused();
    return { user, access: deps.tokens.forUser(user, now), refreshToken: next.text };
  };
