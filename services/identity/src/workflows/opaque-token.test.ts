import {
  digestOf,
  firstRefreshToken,
  firstSessionCookie,
  newApiKey,
  newSuccessorKey,
  nextRefreshToken,
  nextSessionCookie,
  parseRefreshToken,
  parseSessionCookie,
} from './opaque-token.ts';

const SESSION = '0196c0de-0000-7000-8000-000000000001';

describe('refresh tokens', () => {
  it('contain their session and family, and a secret of their own', () => {
    const first = firstRefreshToken(SESSION);
    const second = nextRefreshToken(first.text);
    expect(parseRefreshToken(first.text)).toEqual(first.token);
    expect(second.token).toMatchObject({
      sessionId: SESSION,
      familyHash: first.token.familyHash,
    });
    expect(second.token.currentHash).not.toBe(first.token.currentHash);
  });

  it('are refused in any other form', () => {
    const { text } = firstRefreshToken(SESSION);
    for (const wrong of ['', 'trr_', text.slice(0, -1), `${text}A`, text.replace('trr_', 'trk_')]) {
      expect(parseRefreshToken(wrong)).toBeUndefined();
    }
  });
});

describe('session cookies', () => {
  it('are no refresh tokens, whatever prefix they are given, and the reverse', () => {
    const cookie = firstSessionCookie(SESSION);
    expect(parseSessionCookie(cookie.text)).toEqual(cookie.token);
    expect(parseRefreshToken(cookie.text)).toBeUndefined();
    const disguised = parseRefreshToken(cookie.text.replace('trs_', 'trr_'));
    expect(disguised?.familyHash).not.toBe(cookie.token.familyHash);
    expect(disguised?.currentHash).not.toBe(cookie.token.currentHash);
    expect(parseSessionCookie(firstRefreshToken(SESSION).text)).toBeUndefined();
  });

  it('have one successor for each time of issue, which needs the cookie and the key', () => {
    const cookie = firstSessionCookie(SESSION);
    const terms = { successorKey: newSuccessorKey(), issuedAt: new Date(0) };
    const next = nextSessionCookie(cookie.text, terms);
    expect(nextSessionCookie(cookie.text, terms)).toEqual(next);
    expect(next.token).toMatchObject({
      sessionId: SESSION,
      familyHash: cookie.token.familyHash,
    });
    const others = [
      nextSessionCookie(cookie.text, { ...terms, issuedAt: new Date(1) }),
      nextSessionCookie(cookie.text, { ...terms, successorKey: newSuccessorKey() }),
      nextSessionCookie(next.text, terms),
    ];
    expect(new Set([cookie, next, ...others].map(({ text }) => text)).size).toBe(5);
  });
});

describe('API keys', () => {
  it('are random, and stored as digests', () => {
    expect(newApiKey()).toMatch(/^trk_[\w-]{43}$/);
    expect(newApiKey()).not.toBe(newApiKey());
    expect(digestOf('x')).toHaveLength(43);
  });
});
