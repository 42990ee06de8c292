import { DAY_MS, MINUTE_MS, SECOND_MS } from '@tributary/units';
import { type BrowserState, type PresentedToken, type Session } from './session.ts';

/** A session that a cookie holds. */
export type BrowserSession = Session & { readonly browser: BrowserState };

/** How long one cookie is used before it is replaced. */
const ROTATE_AFTER_MS = 10 * MINUTE_MS;
/**
 * How long an unused successor is not replaced: longer than any response takes, so that no response brings
 * an earlier successor after a later one.
 */
const REISSUE_AFTER_MS = 2 * MINUTE_MS;
/** How long requests that were sent before the rotation may arrive. */
const GRACE_MS = 30 * SECOND_MS;
/** How long a browser may be away. */
const IDLE_MS = DAY_MS;
/** How long a sign-in lasts at most. */
const LIFETIME_MS = 14 * DAY_MS;

export type CookieCheck = 'newest' | 'next' | 'previous' | 'invalid' | 'reused';

/** When a session that is used now ends, unless it is used again. */
export const browserExpiryOf = ({ createdAt }: Pick<Session, 'createdAt'>, now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + LIFETIME_MS));

export const isBrowserSession = (session: Session | undefined): session is BrowserSession =>
  session?.browser !== undefined;

/**
 * Checks a presented cookie. A genuine one that has been replaced, and whose grace is over, was copied: the
 * browser itself has its successor. The same is true of a successor that was replaced without being used.
 */
export function checkCookie(
  session: Session | undefined,
  { familyHash, currentHash }: PresentedToken,
  now: Date,
): CookieCheck {
  if (!isBrowserSession(session) || session.familyHash !== familyHash) return 'invalid';
  if (session.revokedAt !== null || session.expiresAt <= now) return 'invalid';
  const { nextHash, previousHash, previousUntil } = session.browser;
  if (currentHash === session.currentHash) return 'newest';
  if (currentHash === nextHash) return 'next';
  const isInGrace = previousUntil !== null && now < previousUntil;
  return currentHash === previousHash && isInGrace ? 'previous' : 'reused';
}

/** The session after the first use of its issued successor. */
export function decidePromotion(session: BrowserSession, now: Date): BrowserSession {
  const { currentHash: previousHash, browser } = session;
  return {
    ...session,
    currentHash: browser.nextHash ?? previousHash,
    rotatedAt: now,
    expiresAt: browserExpiryOf(session, now),
    browser: {
      ...browser,
      previousHash,
      previousUntil: new Date(now.getTime() + GRACE_MS),
      nextHash: null,
      nextIssuedAt: null,
    },
  };
}

/**
 * From when the successor dates that a request with the newest cookie gets; undefined where it gets none. Each
 * successor goes to one request only, so that a thief and the browser do not get the same; but `atOnce` it
 * is derived again.
 */
export function decideSuccessor(
  { rotatedAt, browser: { nextIssuedAt } }: BrowserSession,
  { now, atOnce }: { readonly now: Date; readonly atOnce: boolean },
): Date | undefined {
  const isOutstanding =
    nextIssuedAt !== null && now.getTime() - nextIssuedAt.getTime() < REISSUE_AFTER_MS;
  if (isOutstanding) return atOnce ? nextIssuedAt : undefined;
  const isDue = now.getTime() - rotatedAt.getTime() >= ROTATE_AFTER_MS;
  return atOnce || isDue ? now : undefined;
}
