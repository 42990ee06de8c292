import {
  browserExpiryOf,
  type BrowserSession,
  checkCookie,
  decidePromotion,
  decideSuccessor,
} from './browser-session.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const DAY_SECONDS = 86_400;

const fresh: BrowserSession = {
  id: 's',
  userId: 'u',
  familyHash: 'family',
  currentHash: 'first',
  device: null,
  network: null,
  createdAt: NOW,
  rotatedAt: NOW,
  expiresAt: browserExpiryOf({ createdAt: NOW }, NOW),
  revokedAt: null,
  browser: {
    successorKey: 'key',
    previousHash: null,
    previousUntil: null,
    nextHash: null,
    nextIssuedAt: null,
  },
};
const issued = (at: Date): BrowserSession => ({
  ...fresh,
  browser: { ...fresh.browser, nextHash: 'second', nextIssuedAt: at },
});
const presented = (currentHash: string, familyHash = 'family') => ({
  sessionId: 's',
  familyHash,
  currentHash,
});

describe('checkCookie', () => {
  it('accepts the newest cookie, its issued successor, and for 30 s the one before', () => {
    const session = issued(NOW);
    expect(checkCookie(session, presented('first'), NOW)).toBe('newest');
    expect(checkCookie(session, presented('second'), NOW)).toBe('next');
    const promoted = decidePromotion(session, NOW);
    expect(checkCookie(promoted, presented('second'), NOW)).toBe('newest');
    expect(checkCookie(promoted, presented('first'), later(29))).toBe('previous');
    expect(checkCookie(promoted, presented('first'), later(30))).toBe('reused');
  });

  it('detects a successor that was replaced before its first use', () => {
    const session = { ...issued(later(200)) };
    const replaced = { ...session, browser: { ...session.browser, nextHash: 'third' } };
    expect(checkCookie(replaced, presented('second'), later(201))).toBe('reused');
  });

  it('does not let strangers end a session with invented cookies for its id', () => {
    expect(checkCookie(fresh, presented('guess', 'guess'), NOW)).toBe('invalid');
  });

  it('refuses unknown, ended and expired sessions, and those of refresh tokens', () => {
    const { browser: _browser, ...ofTokens } = fresh;
    expect(checkCookie(undefined, presented('first'), NOW)).toBe('invalid');
    expect(checkCookie(ofTokens, presented('first'), NOW)).toBe('invalid');
    expect(checkCookie({ ...fresh, revokedAt: NOW }, presented('first'), NOW)).toBe('invalid');
    expect(checkCookie(fresh, presented('first'), fresh.expiresAt)).toBe('invalid');
  });
});

describe('decideSuccessor', () => {
  const decide = (session: BrowserSession, now: Date, atOnce = false) =>
    decideSuccessor(session, { now, atOnce });

  it('issues one after ten minutes, to one request, and another where it was not used', () => {
    expect(decide(fresh, later(599))).toBeUndefined();
    expect(decide(fresh, later(600))).toEqual(later(600));
    const session = issued(later(600));
    expect(decide(session, later(719))).toBeUndefined();
    expect(decide(session, later(720))).toEqual(later(720));
  });

  it('gives the same again to a request that needs it at once', () => {
    expect(decide(fresh, later(1), true)).toEqual(later(1));
    expect(decide(issued(later(1)), later(5), true)).toEqual(later(1));
  });
});

describe('a session of a browser', () => {
  it('ends after a day without use, and after 14 days however it is used', () => {
    expect(browserExpiryOf(fresh, NOW)).toEqual(later(DAY_SECONDS));
    expect(browserExpiryOf(fresh, later(13.5 * DAY_SECONDS))).toEqual(later(14 * DAY_SECONDS));
    const promoted = decidePromotion(issued(later(600)), later(601));
    expect(promoted.expiresAt).toEqual(later(601 + DAY_SECONDS));
    expect(promoted.rotatedAt).toEqual(later(601));
  });
});
