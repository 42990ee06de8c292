import fc from 'fast-check';
import { DAY_MS, SECOND_MS } from '@tributary/units';
import { findOldestAge } from './oldest-age.ts';

describe('findOldestAge', () => {
  it('comes close to the true age from below, by at most 27 queries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 31 * DAY_MS }), async (trueMs) => {
        let queries = 0;
        const found = await findOldestAge((ageMs) => {
          queries += 1;
          return Promise.resolve(trueMs > ageMs);
        });
        expect(found).toBeLessThanOrEqual(trueMs);
        expect(trueMs - found).toBeLessThanOrEqual(Math.max(SECOND_MS, trueMs / 16));
        expect(queries).toBeLessThanOrEqual(27);
      }),
    );
  });
});
