import { userSessionReused } from '@tributary/contracts';
import { forbidden, unauthenticated } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import {
  type BrowserSession,
  browserExpiryOf,
  checkCookie,
  decidePromotion,
  decideSuccessor,
  isBrowserSession,
} from '../domain/browser-session.ts';
import { type Session } from '../domain/session.ts';
import { type OpenedSession } from '../views/session-view.ts';
import { nextSessionCookie, parseSessionCookie } from './opaque-token.ts';
import { publishEndedSessions } from './publish-ended-sessions.ts';
import { findTokenHolder } from './token-holder.ts';

type ContinueDeps = Pick<
  Deps,
  | 'clock'
  | 'config'
  | 'log'
  | 'memberships'
  | 'redis'
  | 'sessions'
  | 'tokens'
  | 'transaction'
  | 'users'
>;

interface Change {
  /** The session acts for this account from now on. */
  readonly accountId?: string;
  /** Replaces the cookie at once, so that no token that the gateway caches by the old one is used. */
  readonly atOnce: boolean;
}

const invalidSession = () =>
  unauthenticated('invalid_session', { message: 'The session has ended; sign in again' });

const notAMember = () =>
  forbidden('not_a_member', { message: 'This login is no member of the account' });

/** Ends a session whose cookie was copied, and publishes it, so that its owner is alerted. */
async function endReused(deps: ContinueDeps, session: Session, now: Date): Promise<void> {
  const { id, userId, device, network } = session;
  await deps.transaction(async ({ sessions, outbox }) => {
    if (!(await sessions.revokeOwn(id, userId, now))) return;
    await outbox.add(userSessionReused({ userId, device, network, endedAt: now.toISOString() }));
  });
  await publishEndedSessions(deps, [id]);
  deps.log.warn(
    { session_id: id },
    'a session cookie was used after its successor; its session ended',
  );
}

/** The session of a genuine cookie, and whether the cookie is its newest. @throws unauthenticated */
async function getSession(
  deps: ContinueDeps,
  cookie: string,
  now: Date,
): Promise<{ session: BrowserSession; isNewest: boolean }> {
  const presented = parseSessionCookie(cookie);
  if (presented === undefined) throw invalidSession();
  const session = await deps.sessions.find(presented.sessionId);
  const check = checkCookie(session, presented, now);
  if (!isBrowserSession(session) || check === 'invalid') throw invalidSession();
  if (check === 'reused') {
    await endReused(deps, session, now);
    throw invalidSession();
  }
  if (check !== 'next') return { session, isNewest: check === 'newest' };
  const promoted = decidePromotion(session, now);
  if (await deps.sessions.promote(session, promoted)) return { session: promoted, isNewest: true };
  // Another request with the same cookie has saved its first use.
  return getSession(deps, cookie, now);
}

/** The successor of the newest cookie, where this request gets one. */
async function issueSuccessor(
  { sessions }: Pick<Deps, 'sessions'>,
  { session, cookie }: { readonly session: BrowserSession; readonly cookie: string },
  { now, atOnce }: { readonly now: Date; readonly atOnce: boolean },
): Promise<string | undefined> {
  const issuedAt = decideSuccessor(session, { now, atOnce });
  if (issuedAt === undefined) return undefined;
  const { successorKey, nextIssuedAt } = session.browser;
  const next = nextSessionCookie(cookie, { successorKey, issuedAt });
  if (issuedAt === nextIssuedAt) return next.text;
  const hash = next.token.currentHash;
  const expiresAt = browserExpiryOf(session, now);
  const isIssued = await sessions.issue(session, { hash, issuedAt, expiresAt });
  return isIssued ? next.text : undefined;
}

/**
 * Continues the session of a browser: an access token for its cookie, and from time to time the cookie's
 * successor. A cookie that is used after its successor ends the session, because somebody copied it.
 * @throws unauthenticated `invalid_session`; forbidden `not_a_member`
 */
export const continueBrowserSession =
  (deps: ContinueDeps) =>
  async (cookie: string, { accountId, atOnce }: Change): Promise<OpenedSession> => {
    const now = deps.clock.now();
    const { session: found, isNewest } = await getSession(deps, cookie, now);
    const session = accountId === undefined ? found : { ...found, accountId };
    const person = { accountId: session.accountId ?? session.userId, personId: session.userId };
    const holder = await findTokenHolder(deps, person);
    if (holder === undefined) throw notAMember();
    if (accountId !== undefined) await deps.sessions.actFor(session.id, accountId);
    const times = { now, atOnce };
    const successor = isNewest ? await issueSuccessor(deps, { session, cookie }, times) : undefined;
    const access = deps.tokens.forSession(holder, session, now);
    return { holder, access, secret: { cookie: successor } };
  };
