import fc from 'fast-check';
import { type Invitation } from '../domain/invitation.ts';
import { invitationIdOf, invitationToken, isValidToken } from './invitation-token.ts';

const now = new Date('2026-05-01T12:00:00Z');
const invitation: Invitation = {
  id: '01975b3c-7c00-7000-8000-000000000001',
  campaignId: 'campaign',
  brandId: 'brand',
  affiliateId: null,
  email: 'guest@example.com',
  message: null,
  secret: 'a'.repeat(64),
  expiresAt: new Date('2026-05-31T12:00:00Z'),
  acceptedBy: null,
  createdAt: now,
};
const token = invitationToken(invitation) ?? '';

describe('an invitation’s token', () => {
  it('is valid for its own invitation until it expires', () => {
    expect(invitationIdOf(token)).toBe(invitation.id);
    expect(isValidToken(token, invitation, now)).toBe(true);
    expect(isValidToken(token, invitation, new Date('2026-05-31T12:00:00Z'))).toBe(false);
  });

  it('is invalid with any character changed, or with another secret', () => {
    expect(isValidToken(token, { ...invitation, secret: 'b'.repeat(64) }, now)).toBe(false);
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom('0', '7', 'a', 'f', '.', '-', 'x'),
        (at, other) => {
          fc.pre(token.charAt(at) !== other);
          const changed = token.slice(0, at) + other + token.slice(at + 1);
          expect(isValidToken(changed, invitation, now)).toBe(false);
        },
      ),
    );
  });
});
