import fc from 'fast-check';
import { DRIFT_LIMIT, driftOf, SCORE_BINS, stabilityIndex, worstOf } from './drift.ts';

const counts = fc.array(fc.nat(1_000), { minLength: SCORE_BINS, maxLength: SCORE_BINS });

describe('the stability index', () => {
  it('is 0 for the same distribution, never negative, and the same in both directions', () => {
    fc.assert(
      fc.property(counts, counts, (one, other) => {
        expect(stabilityIndex(one, one)).toBe(0);
        expect(stabilityIndex(one, other)).toBeGreaterThanOrEqual(0);
        expect(stabilityIndex(one, other)).toBeCloseTo(stabilityIndex(other, one), 10);
      }),
    );
  });

  it('equals the published formula', () => {
    // Shares of 0.6 and 0.4 that become 0.4 and 0.6: 2 x 0.2 x ln 1.5.
    const index = stabilityIndex([600_000, 400_000], [400_000, 600_000]);
    expect(index).toBeCloseTo(0.4 * Math.log(1.5), 4);
  });
});

describe('a drift', () => {
  const period = (orders: number, bots: number) => ({
    orders,
    scores: [orders - bots, 0, 0, 0, 0, 0, 0, 0, 0, 0, bots],
    factors: { bot_ua: bots, vpn_ip: orders / 10 },
  });

  it('names what changed most, and is not claimed from a few orders', () => {
    const drift = driftOf(period(10_000, 100), period(2_000, 800));
    expect(drift?.factors[0]).toMatchObject({ factor: 'bot_ua', before: 0.01, now: 0.4 });
    expect(drift === null ? 0 : worstOf(drift)).toBeGreaterThan(DRIFT_LIMIT);
    expect(driftOf(period(10_000, 100), period(100, 90))).toBeNull();
  });

  it('is none where the shares stay', () => {
    const drift = driftOf(period(10_000, 100), period(2_000, 20));
    expect(drift === null ? 1 : worstOf(drift)).toBeLessThan(0.01);
  });
});
