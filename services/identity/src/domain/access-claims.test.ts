import { accessClaims } from './access-claims.ts';
import { decideRegistration, decideStatus } from './user.ts';

const NOW = new Date('2026-05-01T12:00:00.400Z');
const NOW_S = Math.floor(NOW.getTime() / 1000);
const profile = {
  name: 'Ann',
  company: null,
  country: null,
  phone: null,
  website: null,
  marketingChannels: [],
};
const { user } = decideRegistration(
  { id: 'u', role: 'brand', email: 'a@b.co', passwordHash: '', profile },
  NOW,
);
const terms = { id: 'token', now: NOW, lifetimeSeconds: 900 };

describe('accessClaims', () => {
  it('contain user, role, plan and times', () => {
    expect(accessClaims({ account: user }, terms)).toEqual({
      sub: 'u',
      role: 'brand',
      plan: 'free',
      iat: NOW_S,
      exp: NOW_S + 900,
      jti: 'token',
    });
  });

  it('limit the token of an API key to its scopes', () => {
    const scoped = accessClaims({ account: user }, { ...terms, scopes: ['payouts:read'] });
    expect(scoped.scopes).toEqual(['payouts:read']);
  });

  it('name the session, how and when its person signed in', () => {
    const createdAt = new Date(NOW.getTime() - 60_000);
    const hashes = { device: null, network: null, familyHash: '', currentHash: '' };
    const times = { createdAt, rotatedAt: NOW, expiresAt: NOW, revokedAt: null };
    const session = { id: 's', userId: 'u', ...hashes, ...times };
    expect(accessClaims({ account: user }, { ...terms, session })).toMatchObject({
      sid: 's',
      amr: ['pwd'],
      auth_time: NOW_S - 60,
    });
  });

  it('are dated after the last revocation, so that a re-activated user can sign in at once', () => {
    const suspended = decideStatus(user, 'suspended', { actorId: 'admin', now: NOW }).user;
    const revokedAtS = Math.floor((suspended.tokensRevokedAt ?? NOW).getTime() / 1000);
    const { iat } = accessClaims({ account: suspended }, terms);
    expect(iat).toBeGreaterThan(revokedAtS);
    // Verifiers accept tokens dated up to 5 s ahead.
    expect(iat - NOW_S).toBeLessThan(5);
  });

  it('are revoked by the next revocation, although that comes in the same second', () => {
    const by = { actorId: 'admin', now: NOW };
    const suspended = decideStatus(user, 'suspended', by).user;
    const active = decideStatus(suspended, 'active', by).user;
    const { iat } = accessClaims({ account: active }, terms);
    const again = decideStatus(active, 'suspended', by).user;
    expect(Math.floor((again.tokensRevokedAt ?? NOW).getTime() / 1000)).toBeGreaterThanOrEqual(iat);
  });
});
