import fc from 'fast-check';
import { rational } from '@tributary/money';
import { decideUnits, exactPrice, roomIn, spentMore, wholeBlock } from './unit-batch.ts';

const NOW = new Date('2026-05-06T12:00:00.000Z');
const fixed = (value: string, currency = 'USD') =>
  ({ type: 'fixed', value, currency, holdDays: 0 }) as const;
const none = { daily: null, weekly: null, monthly: null, total: null };

describe('a batch of clicks or impressions', () => {
  it('is priced per click or per thousand impressions, in blocks of whole minor units', () => {
    expect(wholeBlock('click', fixed('0.15'))).toBe(1);
    expect(wholeBlock('impression', fixed('2.00'))).toBe(5);
    expect(wholeBlock('impression', fixed('1.50'))).toBe(20);
    expect(wholeBlock('impression', fixed('1.01'))).toBe(1_000);
    expect(wholeBlock('impression', fixed('7', 'JPY'))).toBe(1_000);
    expect(exactPrice('impression', fixed('2.00'), { affiliateId: 'anna' })).toEqual(
      rational(1, 5),
    );
    expect(
      exactPrice('click', fixed('0.15'), {
        affiliateId: 'anna',
        tiers: { anna: { bonusPercent: '5' } },
      }),
    ).toEqual(rational(63, 4));
  });

  it('is limited by what the narrowest cap or the budget leaves in the current period', () => {
    const caps = { clicks: none, conversions: none, commissionMinor: { ...none, daily: 500 } };
    const budget = { totalMinor: 10_000, dailyMinor: null };
    const spent = spentMore({}, 480, NOW);
    expect(roomIn({}, spent, NOW)).toBeUndefined();
    expect(roomIn({ caps, budget }, spent, NOW)).toEqual({
      leftMinor: 20,
      reason: 'commission_cap',
    });
    const tomorrow = new Date('2026-05-07T00:00:00.000Z');
    expect(roomIn({ caps, budget }, spent, tomorrow)?.leftMinor).toBe(500);
    const more = spentMore(spent, 9_400, tomorrow);
    expect(roomIn({ caps, budget }, more, new Date('2026-06-07T00:00:00.000Z'))).toEqual({
      leftMinor: 120,
      reason: 'budget_exhausted',
    });
  });

  it('never exceeds the limit, pays all that fits, and leaves less than a block', () => {
    const cases = fc.record({
      waiting: fc.nat(1_000),
      block: fc.constantFrom(1, 5, 20, 1_000),
      price: fc.tuple(fc.integer({ min: 1, max: 500 }), fc.constantFrom(1, 4, 1_000)),
      leftMinor: fc.option(fc.nat(5_000), { nil: undefined }),
    });
    fc.assert(
      fc.property(cases, ({ waiting, block, price: [numerator, denominator], leftMinor }) => {
        const price = rational(numerator, denominator);
        const room =
          leftMinor === undefined ? undefined : ({ leftMinor, reason: 'commission_cap' } as const);
        const { paid, unpaid } = decideUnits(waiting, block, { price, room });
        expect(paid % block).toBe(0);
        expect(waiting - paid - unpaid).toBeLessThan(block);
        const costs = (units: number): number => (units * numerator) / denominator;
        if (leftMinor === undefined) expect(unpaid).toBe(0);
        else {
          expect(costs(paid)).toBeLessThanOrEqual(leftMinor);
          if (unpaid > 0) expect(costs(paid + block)).toBeGreaterThan(leftMinor);
        }
      }),
    );
  });
});
