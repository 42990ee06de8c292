import fc from 'fast-check';
import { addHeld, type MeasuredOrder, noneHeld } from './threshold.ts';

const order: fc.Arbitrary<MeasuredOrder> = fc.record({
  score: fc.double({ min: 0, max: 1, noNaN: true }),
  valueMinor: fc.nat(100_000),
  currency: fc.constantFrom('EUR', 'USD'),
  wasFraud: fc.option(fc.boolean()),
});
const sumsAt = (orders: readonly MeasuredOrder[], threshold: number) =>
  orders.reduce((sums, one) => addHeld(sums, one, threshold), noneHeld);

describe('what a threshold would have held', () => {
  it('splits into what was found good, what was fraud, and what nobody decided', () => {
    const base = { valueMinor: 1_000, currency: 'EUR' } as const;
    const sums = sumsAt(
      [
        { ...base, score: 0.45, wasFraud: false },
        { ...base, score: 0.7, wasFraud: true },
        { ...base, score: 0.6, wasFraud: null, currency: 'USD' },
        { ...base, score: 0.2, wasFraud: true },
        { ...base, score: 0.4, wasFraud: false },
      ],
      0.4,
    );
    expect(sums).toMatchObject({
      orders: 5,
      held: {
        orders: 3,
        amounts: new Map([
          ['EUR', 2_000],
          ['USD', 1_000],
        ]),
      },
      honest: { orders: 1 },
      fraud: { orders: 1 },
      missed: { orders: 1 },
    });
  });

  it('is never more for a higher threshold', () => {
    const limits = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(order), limits, (orders, [one, other]) => {
        const low = sumsAt(orders, Math.min(one, other));
        const high = sumsAt(orders, Math.max(one, other));
        expect(high.held.orders).toBeLessThanOrEqual(low.held.orders);
        expect(high.missed.orders).toBeGreaterThanOrEqual(low.missed.orders);
      }),
    );
  });
});
