import { MINUTE_MS } from '@tributary/units';
import { canBeAccepted, decideAnswer, decideInvitation, decideResend } from './team-invitation.ts';
import { decideRegistration } from './user.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const empty = { company: null, country: null, phone: null, website: null };
const profile = { name: 'Harbour', ...empty, marketingChannels: [] };
const login = { id: 'account', role: 'brand' as const, email: 'a@b.co', passwordHash: '', profile };
const account = decideRegistration({ ...login, emailVerifiedAt: NOW }, NOW).user;
const token = (text: string) => ({ text, hash: `digest of ${text}` });
const given = { id: 'i', email: 'new@b.co', role: 'finance' as const, invitedBy: 'account' };
const { invitation, events } = decideInvitation(account, given, { token: token('one'), now: NOW });

describe('an invitation to a team', () => {
  it('is mailed with its token, and stores the digest only', () => {
    expect(events[0]?.data).toMatchObject({
      token: 'one',
      email: 'new@b.co',
      accountName: 'Harbour',
    });
    expect(JSON.stringify(invitation)).not.toContain('"one"');
  });

  it('states no name of an account whose address is not proved, which could be any text', () => {
    const unproved = decideRegistration(login, NOW).user;
    const terms = { token: token('two'), now: NOW };
    const [mail] = decideInvitation(unproved, given, terms).events;
    expect(JSON.stringify(mail)).not.toContain('Harbour');
  });

  it('can be accepted for seven days, until it is answered', () => {
    const days = (count: number) => after(count * 24 * 60 * MINUTE_MS);
    expect(canBeAccepted(invitation, days(6.9))).toBe(true);
    expect(canBeAccepted(invitation, days(7))).toBe(false);
    const refused = decideAnswer(invitation, 'refused');
    expect(canBeAccepted(refused, NOW)).toBe(false);
    expect(() => decideAnswer(refused, 'accepted')).toThrow('has been answered');
  });

  it('is mailed again with another token, a minute apart and five times at most', () => {
    expect(() =>
      decideResend(invitation, account, { token: token('two'), now: after(MINUTE_MS - 1) }),
    ).toThrow('a minute apart');
    let last = invitation;
    for (let send = 1; send < 5; send += 1) {
      const terms = { token: token(String(send)), now: after(send * MINUTE_MS) };
      last = decideResend(last, account, terms).invitation;
      expect(last).toMatchObject({ sends: send + 1, tokenHash: `digest of ${String(send)}` });
    }
    expect(() =>
      decideResend(last, account, { token: token('six'), now: after(60 * MINUTE_MS) }),
    ).toThrow('At most 5');
  });
});
