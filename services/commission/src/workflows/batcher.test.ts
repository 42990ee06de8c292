import { setImmediate as nextTurn } from 'node:timers/promises';
import { openAffiliateQueues } from './affiliate-queues.ts';
import { openBatcher } from './batcher.ts';

describe('a batcher', () => {
  const open = (runBatch: (items: readonly number[]) => Promise<readonly number[]>) =>
    openBatcher({
      affiliateQueues: openAffiliateQueues(4),
      maxItems: 3,
      maxWaiting: 5,
      runBatch,
      retrySeparately: () => true,
    });

  it('handles as one batch what arrived while the affiliate was busy, up to its maximum', async () => {
    const batches: number[][] = [];
    const batcher = open(async (items) => {
      batches.push([...items]);
      await nextTurn();
      return items.map((item) => item * 10);
    });
    const results = await Promise.all([1, 2, 3, 4].map((item) => batcher.submit(['anna'], item)));
    expect(results).toEqual([10, 20, 30, 40]);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('fails only the item that causes the error', async () => {
    const batcher = open((items) =>
      items.includes(2) ? Promise.reject(new Error('two')) : Promise.resolve(items),
    );
    const results = await Promise.allSettled(
      [1, 2, 3].map((item) => batcher.submit(['anna'], item)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('refuses items above its maximum, instead of growing without bound', async () => {
    const batcher = open((items) => Promise.resolve(items));
    const submitted = [1, 2, 3, 4, 5, 6].map((item) => batcher.submit(['anna'], item));
    const results = await Promise.allSettled(submitted);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});
