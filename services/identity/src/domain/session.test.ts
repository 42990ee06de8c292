import { expiryOf, judgeRefresh, type Session } from './session.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const token = { sessionId: 's', familyHash: 'family', currentHash: 'second' };
const session: Session = {
  id: 's',
  userId: 'u',
  familyHash: 'family',
  currentHash: 'second',
  createdAt: NOW,
  rotatedAt: NOW,
  expiresAt: expiryOf(NOW),
  revokedAt: null,
};

describe('judgeRefresh', () => {
  it('trades the newest token of the family', () => {
    expect(judgeRefresh(session, token, NOW)).toBe('rotate');
  });

  it('ends the family when an older token comes back, however soon', () => {
    const old = { ...token, currentHash: 'first' };
    expect(judgeRefresh(session, old, NOW)).toBe('revoke_family');
  });

  it('does not let strangers end a session by inventing tokens for its id', () => {
    const invented = { ...token, familyHash: 'guess', currentHash: 'guess' };
    expect(judgeRefresh(session, invented, NOW)).toBe('refuse');
  });

  it('refuses what is unknown, revoked or expired', () => {
    expect(judgeRefresh(undefined, token, NOW)).toBe('refuse');
    expect(judgeRefresh({ ...session, revokedAt: NOW }, token, NOW)).toBe('refuse');
    expect(judgeRefresh(session, token, session.expiresAt)).toBe('refuse');
  });

  it('lets a token live for 30 days', () => {
    expect(expiryOf(NOW).toISOString()).toBe('2026-05-31T12:00:00.000Z');
  });
});
