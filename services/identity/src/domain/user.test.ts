import {
  userCredentialsChanged,
  userRegistered,
  userStatusChanged,
  userUpdated,
} from '@tributary/contracts';
import { normaliseEmail } from './email-address.ts';
import {
  decideAccountChange,
  decideDeletion,
  decideEmailVerification,
  decidePlan,
  decideRegistration,
  decideStatus,
  isRevokedSince,
  type User,
} from './user.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const LATER = new Date('2026-05-02T12:00:00.000Z');
const ID = '0196c0de-0000-7000-8000-000000000001';
const ADMIN = '0196c0de-0000-7000-8000-000000000002';
const profile = {
  name: 'Ann',
  company: null,
  country: 'DE',
  phone: null,
  website: null,
  marketingChannels: ['blog'],
};
const registration = {
  id: ID,
  role: 'affiliate',
  email: 'ann@example.com',
  passwordHash: 'hash',
  profile,
} as const;
const ann: User = decideRegistration(registration, NOW).user;
const typesOf = ({ events }: { events: readonly { type: string }[] }): string[] =>
  events.map(({ type }) => type);

describe('normaliseEmail', () => {
  it('returns one form for all spellings of an address', () => {
    expect(normaliseEmail('  Ann@Example.COM ')).toBe('ann@example.com');
    expect(normaliseEmail('ａnn@example.com')).toBe('ann@example.com');
  });
});

describe('decideRegistration', () => {
  it('creates an active account on the free plan, and an event without its password', () => {
    const { user, events } = decideRegistration(registration, NOW);
    expect(user).toMatchObject({ status: 'active', plan: 'free', createdAt: NOW });
    expect(typesOf({ events })).toEqual([userRegistered.type]);
    expect(JSON.stringify(events)).not.toContain('hash');
    expect(userRegistered.schema.parse(events[0]?.data)).toMatchObject({ userId: ID });
  });
});

describe('decideAccountChange', () => {
  it('publishes a changed profile', () => {
    const decided = decideAccountChange(ann, { name: 'Anna' }, LATER);
    expect(decided.user).toMatchObject({ name: 'Anna', updatedAt: LATER });
    expect(typesOf(decided)).toEqual([userUpdated.type]);
  });

  it('names changed credentials in an event of their own, because they warrant an alert', () => {
    const decided = decideAccountChange(ann, { email: 'a@b.co', passwordHash: 'other' }, LATER);
    expect(typesOf(decided)).toEqual([userUpdated.type, userCredentialsChanged.type]);
    expect(decided.events[1]?.data).toMatchObject({ changed: ['email', 'password'] });
  });

  it('leaves a new address unproved, and revokes every token with a new password', () => {
    const proved = decideEmailVerification(ann, NOW).user;
    const moved = decideAccountChange(proved, { email: 'a@b.co' }, LATER).user;
    expect(moved).toMatchObject({ emailVerifiedAt: null, tokensRevokedAt: null });
    const { tokensRevokedAt } = decideAccountChange(ann, { passwordHash: 'other' }, LATER).user;
    expect(tokensRevokedAt?.getTime()).toBe(LATER.getTime() + 2_000);
  });

  it('changes and publishes nothing where all values are the same', () => {
    const decided = decideAccountChange(ann, { name: 'Ann', marketingChannels: ['blog'] }, LATER);
    expect(decided).toEqual({ user: ann, events: [] });
  });
});

describe('isRevokedSince', () => {
  it('is true for what was requested before a new password, false for what came with it or after', () => {
    const { user } = decideAccountChange(ann, { passwordHash: 'other' }, LATER);
    const moments = [NOW, LATER, new Date(LATER.getTime() + 1)];
    expect(moments.map((moment) => isRevokedSince(user, moment))).toEqual([true, false, false]);
    expect(isRevokedSince(ann, NOW)).toBe(false);
  });
});

describe('decidePlan', () => {
  it('changes the plan, and publishes nothing for the same plan', () => {
    const decided = decidePlan(ann, 'pro', LATER);
    expect(decided.user.plan).toBe('pro');
    expect(typesOf(decided)).toEqual([userUpdated.type]);
    expect(decidePlan(decided.user, 'pro', LATER).events).toEqual([]);
  });
});

describe('decideStatus', () => {
  const by = { actorId: ADMIN, now: LATER };

  it('revokes every token issued so far on suspension, and tokens being issued at that moment', () => {
    const decided = decideStatus(ann, 'suspended', by);
    expect(decided.user.tokensRevokedAt?.getTime()).toBe(LATER.getTime() + 2_000);
    expect(typesOf(decided)).toEqual([userStatusChanged.type]);
    expect(decided.events[0]?.data).toMatchObject({
      previousStatus: 'active',
      status: 'suspended',
    });
  });

  it('keeps the revocation when the account is active again, because old tokens stay revoked', () => {
    const suspended = decideStatus(ann, 'suspended', by).user;
    const active = decideStatus(suspended, 'active', by).user;
    expect(active).toMatchObject({ status: 'active', tokensRevokedAt: suspended.tokensRevokedAt });
  });

  it('publishes nothing where the status stays', () => {
    expect(decideStatus(ann, 'active', by)).toEqual({ user: ann, events: [] });
  });

  it('refuses to let administrators lock themselves out', () => {
    const decide = () => decideStatus(ann, 'suspended', { actorId: ann.id, now: LATER });
    expect(decide).toThrow('their own account');
  });
});

describe('decideDeletion', () => {
  const DUE = new Date('2026-05-16T12:00:00.000Z');
  const by = { actorId: ADMIN, now: LATER };
  const leaving = decideDeletion(ann, DUE, NOW).user;

  it('is refused to a suspended account, because the payouts of one that is left go on', () => {
    const suspended = decideStatus(ann, 'suspended', by).user;
    const again = decideStatus(leaving, 'suspended', by).user;
    for (const user of [suspended, again]) {
      expect(() => decideDeletion(user, DUE, LATER)).toThrow('has been suspended');
    }
  });

  it('is named again by the event of a reinstatement, because what is owed is paid until then', () => {
    const suspended = decideStatus(leaving, 'suspended', by);
    expect(suspended.events[0]?.data).not.toHaveProperty('deletionDueAt');
    const reinstated = decideStatus(suspended.user, 'active', by);
    expect(reinstated.events[0]?.data).toMatchObject({
      status: 'suspended',
      deletionDueAt: DUE.toISOString(),
    });
  });
});
