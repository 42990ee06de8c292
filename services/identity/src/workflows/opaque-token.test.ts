import {
  digestOf,
  firstRefreshToken,
  newApiKey,
  nextRefreshToken,
  parseRefreshToken,
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

describe('API keys', () => {
  it('are random, and stored as digests', () => {
    expect(newApiKey()).toMatch(/^trk_[\w-]{43}$/);
    expect(newApiKey()).not.toBe(newApiKey());
    expect(digestOf('x')).toHaveLength(43);
  });
});
