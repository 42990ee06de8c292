import { type Deps } from '../deps.ts';
import { checkCookie } from '../domain/browser-session.ts';
import { type SignInClient } from '../views/sign-in-client.ts';
import { parseSessionCookie } from './opaque-token.ts';

/** Ends the session that a browser has so far, because a new cookie replaces its cookie. */
export async function endPresentSession(
  { sessions }: Pick<Deps, 'sessions'>,
  { browser }: SignInClient,
  now: Date,
): Promise<void> {
  const presented = parseSessionCookie(browser?.cookie ?? '');
  if (presented === undefined) return;
  const check = checkCookie(await sessions.find(presented.sessionId), presented, now);
  if (check === 'invalid' || check === 'reused') return;
  await sessions.revoke(presented.sessionId, now);
}
