import { decideJoining, decideRemoval, decideRole, refuseAccountHolder } from './membership.ts';
import { decideRegistration, type User } from './user.ts';

const NOW = new Date('2026-05-01T12:00:00.400Z');
const LATER = new Date('2026-05-02T12:00:00.000Z');

const userOf = (id: string): User => {
  const empty = { company: null, country: null, phone: null, website: null };
  const profile = { name: id, ...empty, marketingChannels: [] };
  const login = { id, role: 'brand' as const, email: `${id}@b.co`, passwordHash: '', profile };
  return decideRegistration(login, NOW).user;
};
const [account, person] = [userOf('account'), userOf('person')];
const joining = { account, person, role: 'analyst' as const };
const { membership } = decideJoining(undefined, joining, NOW);

describe('a membership', () => {
  it('begins with the role of the invitation, and is published', () => {
    const { events } = decideJoining(undefined, joining, NOW);
    expect(membership).toMatchObject({ role: 'analyst', status: 'active', tokensRevokedAt: null });
    expect(events.map(({ type, key }) => [type, key])).toEqual([['member.added.v1', 'account']]);
  });

  it('is one per person and account, and none in the own account', () => {
    expect(() => decideJoining(membership, joining, NOW)).toThrow('member of the account already');
    const own = { ...joining, person: account };
    expect(() => decideJoining(undefined, own, NOW)).toThrow('member of the account already');
  });

  it('revokes tokens with a change of role, and changes nothing for the same role', () => {
    const { membership: changed, events } = decideRole(membership, 'finance', LATER);
    expect(changed.tokensRevokedAt?.getTime()).toBeGreaterThan(LATER.getTime());
    expect(events.map(({ type }) => type)).toEqual(['member.role_changed.v1']);
    expect(decideRole(membership, 'analyst', LATER)).toEqual({ membership, events: [] });
  });

  it('ends once, and a later one of the same person does not revive its tokens', () => {
    const { membership: removed, events } = decideRemoval(membership, NOW);
    expect(events.map(({ type }) => type)).toEqual(['member.removed.v1']);
    expect(decideRemoval(removed, LATER)).toEqual({ membership: removed, events: [] });
    const again = decideJoining(removed, joining, LATER).membership;
    expect(again).toMatchObject({ status: 'active', tokensRevokedAt: removed.tokensRevokedAt });
  });

  it('cannot be taken from the login that the account belongs to', () => {
    expect(() => {
      refuseAccountHolder('account', 'account');
    }).toThrow('stays its owner');
    refuseAccountHolder('account', 'person');
  });
});
