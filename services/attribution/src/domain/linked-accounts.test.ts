import { linksOf, MAX_LINKED } from './linked-accounts.ts';

const account = (accountId: string, given: { mailboxes?: string[]; paidWith?: string[] } = {}) => ({
  accountId,
  mailboxHashes: given.mailboxes ?? [],
  paidWith: given.paidWith ?? [],
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
      { accountId: 'same mailbox', by: ['mailbox'] },
      { accountId: 'paid', by: ['payout destination'] },
      { accountId: 'both', by: ['mailbox', 'payout destination'] },
      { accountId: 'nothing else known', by: ['payout destination'] },
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
});
