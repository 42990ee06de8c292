import fc from 'fast-check';
import { wilsonLowerBound } from './statistics.ts';

describe('wilsonLowerBound', () => {
  it('equals published values of Wilson’s interval', () => {
    expect(wilsonLowerBound(0, 0)).toBe(0);
    expect(wilsonLowerBound(0, 20)).toBe(0);
    // With z² = 5.410 the lower bound of n of n is n / (n + z²).
    expect(wilsonLowerBound(10, 10)).toBeCloseTo(10 / 15.41, 3);
    expect(wilsonLowerBound(5, 10)).toBeCloseTo(0.2037, 3);
    expect(wilsonLowerBound(3, 2)).toBe(wilsonLowerBound(2, 2));
  });

  it('rises with more observations and stays below the observed share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (whole, observed) => {
        const part = Math.min(observed, whole);
        const bound = wilsonLowerBound(part, whole);
        const rounding = 1e-9;
        expect(bound).toBeLessThanOrEqual(part / whole + rounding);
        expect(wilsonLowerBound(part * 10, whole * 10)).toBeGreaterThanOrEqual(bound - rounding);
      }),
    );
  });
});
