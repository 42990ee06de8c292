import fc from 'fast-check';
import { backOffMs } from './back-off.ts';

it('doubles up to half a minute', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 1_000].map((attempt) => backOffMs(attempt, 1_000, 0.5));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

it('is never more than half a minute, nor less than a fifth off', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        const wait = backOffMs(attempt, 1_000, random);
        expect(wait >= 800 && wait <= 30_000).toBe(true);
      },
    ),
  );
});
