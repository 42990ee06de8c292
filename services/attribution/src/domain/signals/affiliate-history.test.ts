import { anEvidence } from '../../testing/evidence.ts';
import { affiliateHistory } from './affiliate-history.ts';

const valueOf = (reviewed: number, fraud: number) =>
  affiliateHistory.evaluate(
    anEvidence({ reviews: { reviewed, fraud } }),
    affiliateHistory.defaults.thresholds,
  ).value;

describe('affiliate_history', () => {
  it('is not available before the first review', () => {
    expect(valueOf(0, 0)).toBeNull();
  });

  it('shrinks the share of fraud towards the usual one while reviews are few', () => {
    expect(valueOf(1, 1)).toBe(0);
    expect(valueOf(1_000, 50)).toBe(0);
    expect(valueOf(10, 10)).toBe(1);
    expect(valueOf(100, 35)).toBeCloseTo((35.5 / 110 - 0.2) / 0.3, 10);
  });

  it('counts the orders of the owner’s other accounts, so that a new account does not begin anew', () => {
    const linked = { accounts: 2, suspended: 0, by: ['mailbox' as const], reviewed: 20, fraud: 20 };
    const found = affiliateHistory.evaluate(
      anEvidence({ reviews: { reviewed: 0, fraud: 0, linked } }),
      affiliateHistory.defaults.thresholds,
    );
    expect(found).toEqual({
      value: 1,
      evidence:
        '20 of the affiliate’s 20 decided orders of the last 90 days were fraud, 20 of 20 by other accounts (2) with the same mailbox',
    });
  });

  it('is certain where another account of the owner is suspended, whatever was decided', () => {
    const linked = { accounts: 2, suspended: 1, by: ['mailbox' as const], reviewed: 0, fraud: 0 };
    const found = affiliateHistory.evaluate(
      anEvidence({ reviews: { reviewed: 9, fraud: 0, linked } }),
      affiliateHistory.defaults.thresholds,
    );
    expect(found).toEqual({
      value: 1,
      evidence: '1 of 2 other accounts with the same mailbox are suspended',
    });
  });
});
