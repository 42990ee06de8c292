import { expiryOf, checkRefresh, type Session } from './session.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const token = { sessionId: 's', familyHash: 'family', currentHash: 'second' };
const session: Session = {
  id: 's',
  userId: 'u',
  familyHash: 'family',
  currentHash: 'second',
  device: null,
  network: null,
  createdAt: NOW,
  rotatedAt: NOW,
  expiresAt: expiryOf(NOW),
  revokedAt: null,
};

describe('checkRefresh', () => {
  it('accepts the newest token of the family', () => {
    expect(checkRefresh(session, token, NOW)).toBe('valid');
  });

  it('detects the reuse of an older token, however soon', () => {
    const old = { ...token, currentHash: 'first' };
    expect(checkRefresh(session, old, NOW)).toBe('reused');
  });

  it('does not let strangers end a session with invented tokens for its id', () => {
    const invented = { ...token, familyHash: 'guess', currentHash: 'guess' };
    expect(checkRefresh(session, invented, NOW)).toBe('invalid');
  });

  it('refuses unknown, revoked and expired sessions', () => {
    expect(checkRefresh(undefined, token, NOW)).toBe('invalid');
    expect(checkRefresh({ ...session, revokedAt: NOW }, token, NOW)).toBe('invalid');
    expect(checkRefresh(session, token, session.expiresAt)).toBe('invalid');
  });

  it('gives a token a lifetime of 30 days', () => {
    expect(expiryOf(NOW).toISOString()).toBe('2026-05-31T12:00:00.000Z');
  });
});
