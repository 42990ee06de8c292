import fc from 'fast-check';
import { MINUTE_MS } from '@tributary/units';
import { MAX_ATTEMPTS, retryDelayMs } from './retry-schedule.ts';

const middle = 0.5;

describe('retryDelayMs', () => {
  it('follows the documented schedule', () => {
    const delays = Array.from(
      { length: MAX_ATTEMPTS - 1 },
      (_, index) => retryDelayMs(index + 1, MINUTE_MS, middle) / 1000,
    );
    expect(delays).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
  });

  it('deviates from the schedule by at most ten percent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (attempt, random) => {
          const exact = retryDelayMs(attempt, MINUTE_MS, middle);
          const delay = retryDelayMs(attempt, MINUTE_MS, random);
          expect(Math.abs(delay - exact)).toBeLessThanOrEqual(exact * 0.1 + 1);
        },
      ),
    );
  });
});
