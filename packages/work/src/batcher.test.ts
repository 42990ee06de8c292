import { AsyncLocalStorage } from 'node:async_hooks';
import { createBatcher } from './batcher.ts';

describe('createBatcher', () => {
  it('runs together the items that arrived during the last run, up to the largest batch', async () => {
    const runs: number[][] = [];
    const { add } = createBatcher<number, number>({
      maxItems: 3,
      maxWaiting: 100,
      run: (items) => {
        runs.push([...items]);
        return Promise.resolve(items.map((item) => item * 2));
      },
    });
    const results = await Promise.all([1, 2, 3, 4, 5].map((item) => add(item)));
    expect(results).toEqual([2, 4, 6, 8, 10]);
    expect(runs).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('runs together the items that several connections bring in one turn of the event loop', async () => {
    const runs: number[][] = [];
    const { add } = createBatcher<number, number>({
      maxItems: 10,
      maxWaiting: 100,
      run: (items) => {
        runs.push([...items]);
        return Promise.resolve(items);
      },
    });
    // Promises settle after each callback, as they do after that of a socket.
    const arrivals = [1, 2, 3].map(
      (item) => new Promise((resolve) => setTimeout(() => resolve(add(item)), 1)),
    );
    await Promise.all(arrivals);
    expect(runs).toEqual([[1, 2, 3]]);
  });

  it('fails one item without the others, and goes on after a failed run', async () => {
    const { add } = createBatcher<string, string>({
      maxItems: 10,
      maxWaiting: 100,
      run: (items) => {
        if (items.includes('all')) return Promise.reject(new Error('all failed'));
        return Promise.resolve(items.map((item) => (item === 'bad' ? new Error('bad') : item)));
      },
    });
    const outcomes = await Promise.allSettled([add('a'), add('bad'), add('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(add('all')).rejects.toThrow('all failed');
    await expect(add('again')).resolves.toBe('again');
  });

  it('refuses items at once when its queue is full', async () => {
    const { add } = createBatcher<number, number>({
      maxItems: 1,
      maxWaiting: 2,
      run: (items) => Promise.resolve(items),
    });
    const taken = [add(1), add(2)];
    await expect(add(3)).rejects.toMatchObject({ code: 'too_busy', retryAfterSeconds: 1 });
    await expect(Promise.all(taken)).resolves.toEqual([1, 2]);
  });

  it('runs outside the context of the first caller', async () => {
    const storage = new AsyncLocalStorage<string>();
    const { add } = createBatcher<number, string | undefined>({
      maxItems: 1,
      maxWaiting: 10,
      run: () => Promise.resolve([storage.getStore()]),
    });
    await expect(storage.run('request', () => add(1))).resolves.toBeUndefined();
  });
});
