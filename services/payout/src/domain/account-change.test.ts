import { anAccount } from '../testing/builders.ts';
import { chooseDefault, decideAccounts } from './account-change.ts';

const now = new Date('2026-05-04T12:00:00.000Z');
const by = { kind: 'affiliate', userId: 'ann' } as const;
const decide = (
  ...[before, after]: [Parameters<typeof decideAccounts>[0], Parameters<typeof decideAccounts>[1]]
) => decideAccounts(before, after, { by, now });

it('records what changed and by whom, and saves only the changed account', () => {
  const [one, two] = [anAccount(), anAccount()];
  const changed = { ...two, minimumPayoutMinor: 7_550 };
  const decided = decide([one, two], [one, changed]);
  expect(decided.saves).toEqual([changed]);
  expect(decided.records).toEqual([
    {
      accountId: two.id,
      affiliateId: two.affiliateId,
      by,
      at: now,
      changes: [{ field: 'minimum_payout_amount', from: 50, to: 75.5 }],
    },
  ]);
  expect(decided.events).toEqual([]);
});

it('records all fields of a new account, and publishes its schedule once it is payable', () => {
  const opened = anAccount({ isVerified: false });
  const decided = decide([], [opened]);
  expect(decided.records[0]?.changes).toContainEqual({
    field: 'payout_frequency',
    from: null,
    to: 'monthly',
  });
  expect(decided.events).toEqual([]);
  const { events } = decide([opened], [{ ...opened, isVerified: true }]);
  expect(events.map(({ data }) => data)).toMatchObject([{ frequency: 'monthly' }]);
});

it('publishes a schedule that changes because another account became the default', () => {
  const weekly = anAccount({ frequency: 'weekly' });
  const monthly = anAccount({ affiliateId: weekly.affiliateId });
  const before = [monthly, weekly];
  const decided = decide(before, chooseDefault(before, weekly.id));
  expect(decided.events.map(({ data }) => data)).toMatchObject([{ frequency: 'weekly' }]);
  // Both are saved, so that two concurrent choices conflict.
  expect(decided.saves).toHaveLength(2);
});

it('publishes that no payouts are scheduled any more', () => {
  const account = anAccount();
  const { events } = decide([account], [{ ...account, autoPayoutEnabled: false }]);
  expect(events.map(({ data }) => data)).toMatchObject([{ frequency: null }]);
});
