import { linksOf, MAX_LINKED, ownedThingsOf } from './linked-accounts.ts';

const account = (
  accountId: string,
  given: { mailboxes?: string[]; proved?: string[]; paidWith?: string[] } = {},
) => ({
  accountId,
  mailboxHashes: given.mailboxes ?? [],
  provedHashes: given.proved ?? given.mailboxes ?? [],
  paidWith: given.paidWith ?? [],
  isSuspended: accountId === 'paid',
});

describe('accounts of one person', () => {
  it('are known by a mailbox or a payout destination, whichever account stated it', () => {
    const one = account('one', { mailboxes: ['m'], paidWith: ['paid', 'nothing else known'] });
    const others = [
      account('same mailbox', { mailboxes: ['x', 'm'] }),
      account('paid'),
      account('both', { mailboxes: ['m'], paidWith: ['one'] }),
      account('stranger', { mailboxes: ['y'], paidWith: ['other'] }),
    ];
    expect(linksOf(one, others)).toEqual([
      { accountId: 'same mailbox', by: ['mailbox'], isSuspended: false },
      { accountId: 'paid', by: ['payout destination'], isSuspended: true },
      { accountId: 'both', by: ['mailbox', 'payout destination'], isSuspended: false },
      { accountId: 'nothing else known', by: ['payout destination'], isSuspended: false },
    ]);
  });

  it('are none where more accounts share it than a person has', () => {
    const many = Array.from({ length: MAX_LINKED + 1 }, (_, index) =>
      account(String(index), { mailboxes: ['shared'] }),
    );
    const one = account('one', { mailboxes: ['shared'] });
    expect(linksOf(one, many)).toEqual([]);
    expect(linksOf(one, many.slice(1))).toHaveLength(MAX_LINKED);
  });

  it('are not known by a mailbox that the other account has not proved, so that nobody harms a rival', () => {
    const rival = account('rival', { mailboxes: ['m'] });
    const crew = account('crew', { mailboxes: ['m'], proved: [] });
    expect(linksOf(rival, [crew])).toEqual([]);
    expect(linksOf(crew, [rival])).toMatchObject([{ accountId: 'rival', by: ['mailbox'] }]);
    expect(ownedThingsOf([rival, crew])).toEqual(new Map([['rival', ['mailbox:m']]]));
  });

  it('have things in common, each two that are paid to one destination another', () => {
    const owned = ownedThingsOf([
      account('b', { mailboxes: ['m'], paidWith: ['a'] }),
      account('c', { mailboxes: ['m'] }),
    ]);
    expect(Object.fromEntries(owned)).toEqual({
      a: ['payout destination:a|b'],
      b: ['mailbox:m', 'payout destination:a|b'],
      c: ['mailbox:m'],
    });
  });
});
