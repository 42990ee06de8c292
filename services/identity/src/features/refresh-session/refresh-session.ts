import { unauthenticated } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { checkRefresh, type PresentedToken } from '../../domain/session.ts';
import { type OpenedSession } from '../../views/session-view.ts';
import { nextRefreshToken, parseRefreshToken } from '../../workflows/opaque-token.ts';

const invalidToken = () =>
  unauthenticated('invalid_refresh_token', {
    message: 'The refresh token is not valid; sign in again',
  });

/** Ends the session where the refused token was used before, because one of its users stole it. */
async function endIfReused(
  { sessions, log }: Pick<Deps, 'sessions' | 'log'>,
  token: PresentedToken,
  now: Date,
): Promise<void> {
  const session = await sessions.find(token.sessionId);
  if (checkRefresh(session, token, now) !== 'reused') return;
  await sessions.revoke(token.sessionId, now);
  log.warn({ session_id: token.sessionId }, 'a refresh token was used again; its session ended');
}

/**
 * Exchanges the newest refresh token of a session for its successor and an access token. Of several
 * requests with one token at most one succeeds, and the others end the session.
 * @throws unauthenticated `invalid_refresh_token`
 */
export const refreshSession =
  (deps: Pick<Deps, 'sessions' | 'users' | 'tokens' | 'clock' | 'log'>) =>
  async (refreshToken: string): Promise<OpenedSession> => {
    const now = deps.clock.now();
    const presented = parseRefreshToken(refreshToken);
    if (presented === undefined) throw invalidToken();
    const next = nextRefreshToken(refreshToken);
    const rotated = await deps.sessions.rotate(presented, next.token, now);
    if (!rotated) {
      await endIfReused(deps, presented, now);
      throw invalidToken();
    }
    const session = await deps.sessions.find(presented.sessionId);
    const user = session === undefined ? undefined : await deps.users.find(session.userId);
    if (session === undefined || user === undefined || user.status === 'suspended') {
      throw invalidToken();
    }
    return { user, access: deps.tokens.forSession(user, session, now), refreshToken: next.text };
  };
