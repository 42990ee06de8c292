import { forbidden, unauthenticated } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { checkRefresh, type PresentedToken, type Session } from '../domain/session.ts';
import { type OpenedSession } from '../views/session-view.ts';
import { nextRefreshToken, parseRefreshToken } from './opaque-token.ts';
import { findTokenHolder } from './token-holder.ts';

const invalidToken = () =>
  unauthenticated('invalid_refresh_token', {
    message: 'The refresh token is not valid; sign in again',
  });

const notAMember = () =>
  forbidden('not_a_member', { message: 'This login is no member of the account' });

const holderOf = (
  deps: Pick<Deps, 'users' | 'memberships'>,
  { userId, accountId = userId }: Session,
) => findTokenHolder(deps, { accountId, personId: userId });

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
 * Verifies that the person of a valid refresh token may act for its account, or for the one in `change`,
 * before the token is used up. @throws forbidden `not_a_member`
 */
async function verifyMembership(
  deps: Pick<Deps, 'sessions' | 'users' | 'memberships'>,
  token: PresentedToken,
  { now, ...change }: { readonly now: Date; readonly accountId?: string },
): Promise<void> {
  const session = await deps.sessions.find(token.sessionId);
  if (session === undefined || checkRefresh(session, token, now) !== 'valid') return;
  if ((await holderOf(deps, { ...session, ...change })) === undefined) throw notAMember();
}

/**
 * Exchanges the newest refresh token of a session for its successor and an access token. Of several
 * requests with one token at most one succeeds, and the others end the session. With `accountId` the
 * session acts for that account from now on.
 * @throws unauthenticated `invalid_refresh_token`; forbidden `not_a_member`
 */
export const refreshSession =
  (deps: Pick<Deps, 'sessions' | 'users' | 'memberships' | 'tokens' | 'clock' | 'log'>) =>
  async (refreshToken: string, accountId?: string): Promise<OpenedSession> => {
    const now = deps.clock.now();
    const presented = parseRefreshToken(refreshToken);
    if (presented === undefined) throw invalidToken();
    const change = accountId === undefined ? { now } : { now, accountId };
    await verifyMembership(deps, presented, change);
    const next = nextRefreshToken(refreshToken);
    const rotated = await deps.sessions.rotate(presented, next.token, change);
    if (!rotated) {
      await endIfReused(deps, presented, now);
      throw invalidToken();
    }
    const session = await deps.sessions.find(presented.sessionId);
    const holder = session === undefined ? undefined : await holderOf(deps, session);
    if (session === undefined || holder === undefined) throw invalidToken();
    const access = deps.tokens.forSession(holder, session, now);
    return { holder, access, secret: { refreshToken: next.text } };
  };
