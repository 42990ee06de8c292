import fc from 'fast-check';
import { checkAccount, evidenceOfCheck, type KnownAccount } from './account-check.ts';

const nothing: KnownAccount = {
  reviews: { reviewed: 0, fraud: 0 },
  onSameLine: 0,
  isAnonymous: false,
  group: null,
};
const linked = {
  accounts: 1,
  suspended: 0,
  by: ['payout destination' as const],
  reviewed: 0,
  fraud: 0,
};
const groupOf = (size: number) => ({
  accounts: Array.from({ length: size }, (_, index) => String(index)),
  things: [],
});

const scoreOf = (known: Partial<KnownAccount>): number =>
  checkAccount({ ...nothing, ...known }).score;

describe('the check of an account', () => {
  it('finds nothing about an account that shares nothing', () => {
    const { score, requiresReview, factors } = checkAccount(nothing);
    expect([score, requiresReview, evidenceOfCheck(factors)]).toEqual([0, false, []]);
  });

  it('requires no review of a person with two accounts, at home or behind a VPN', () => {
    const reviews = { reviewed: 0, fraud: 0, linked };
    expect(scoreOf({ reviews })).toBe(0.35);
    expect(scoreOf({ onSameLine: 3 })).toBe(0.175);
    expect(checkAccount({ ...nothing, reviews, isAnonymous: true }).requiresReview).toBe(false);
  });

  it('requires a review where the owner’s other account is suspended, or its orders were fraud', () => {
    const suspended = { ...linked, suspended: 1 };
    const { score, requiresReview, factors } = checkAccount({
      ...nothing,
      reviews: { reviewed: 0, fraud: 0, linked: suspended },
    });
    expect([score, requiresReview]).toEqual([0.935, true]);
    expect(evidenceOfCheck(factors)).toEqual([
      {
        factor: 'owner_record',
        evidence: 'Another account with the same payout destination is suspended',
      },
      {
        factor: 'same_owner',
        evidence: 'Another account has the same payout destination',
      },
    ]);
    const found = { ...linked, reviewed: 20, fraud: 20 };
    expect(scoreOf({ reviews: { reviewed: 0, fraud: 0, linked: found } })).toBe(0.935);
    expect(scoreOf({ reviews: { reviewed: 0, fraud: 0, linked: { ...found, fraud: 0 } } })).toBe(
      0.35,
    );
  });

  it('requires a review of each account of a large group, not of two that share customers', () => {
    expect(checkAccount({ ...nothing, group: groupOf(2) }).requiresReview).toBe(false);
    expect(checkAccount({ ...nothing, group: groupOf(6) }).requiresReview).toBe(true);
  });

  it('explains its score to the last digit, whatever is known', () => {
    const known = fc.record<KnownAccount>({
      reviews: fc.record(
        {
          reviewed: fc.nat(50),
          fraud: fc.nat(50),
          linked: fc.record({
            accounts: fc.integer({ min: 1, max: 9 }),
            suspended: fc.nat(2),
            by: fc.constant(['mailbox' as const]),
            reviewed: fc.nat(50),
            fraud: fc.nat(50),
          }),
        },
        { requiredKeys: ['reviewed', 'fraud'] },
      ),
      onSameLine: fc.nat(50),
      isAnonymous: fc.option(fc.boolean()),
      group: fc.option(fc.integer({ min: 2, max: 9 }).map(groupOf)),
    });
    fc.assert(
      fc.property(known, (given) => {
        const { score, factors } = checkAccount(given);
        const micro = factors.map(({ contribution }) => Math.round(contribution * 1e6));
        expect(micro.reduce((sum, one) => sum + one, 0)).toBe(Math.round(score * 1e6));
      }),
    );
  });
});
