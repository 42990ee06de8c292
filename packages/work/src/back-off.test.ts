import fc from 'fast-check';
import { backOffMs } from './back-off.ts';

const NO_JITTER = 0.5;

describe('backOffMs', () => {
  it('doubles up to the longest wait', () => {
    const waits = [1, 2, 3, 4, 5, 6, 10_000].map((attempt) =>
      backOffMs(attempt, { firstMs: 1_000, maxMs: 10_000 }, NO_JITTER),
    );
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  });

  it('grows by another factor where one is given', () => {
    const policy = { firstMs: 10, maxMs: 1_000, factor: 4 };
    expect([1, 2, 3].map((attempt) => backOffMs(attempt, policy, NO_JITTER))).toEqual([
      10, 40, 160,
    ]);
  });

  it('stays within its jitter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, random) => {
          const policy = { firstMs: 1_000, maxMs: 30_000, jitter: 0.1 };
          const exactMs = backOffMs(attempt, policy, NO_JITTER);
          const waitMs = backOffMs(attempt, policy, random);
          expect(Math.abs(waitMs - exactMs)).toBeLessThanOrEqual(exactMs * 0.1 + 1);
        },
      ),
    );
  });
});
