import { AsyncLocalStorage } from 'node:async_hooks';
import { createBatcher } from './batcher.ts';

describe('createBatcher', () => {
  it('sends what gathered during one run with the next, and bounds a run', async () => {
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

  it('takes what several connections bring in one turn of the event loop together, as each costs a run', async () => {
    const runs: number[][] = [];
    const { add } = createBatcher<number, number>({
      maxItems: 10,
      maxWaiting: 100,
      run: (items) => {
        runs.push([...items]);
        return Promise.resolve(items);
      },
    });
    // Each callback ends with the promises that are due, like that of a socket.
    const arrivals = [1, 2, 3].map(
      (item) => new Promise((resolve) => setTimeout(() => resolve(add(item)), 1)),
    );
    await Promise.all(arrivals);
    expect(runs).toEqual([[1, 2, 3]]);
  });

  it('fails one item without its neighbours, and goes on after a failed run', async () => {
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

  it('refuses at once what would wait in too long a queue', async () => {
    const { add } = createBatcher<number, number>({
      maxItems: 1,
      maxWaiting: 2,
      run: (items) => Promise.resolve(items),
    });
    const taken = [add(1), add(2)];
    await expect(add(3)).rejects.toMatchObject({ code: 'too_busy', retryAfterSeconds: 1 });
    await expect(Promise.all(taken)).resolves.toEqual([1, 2]);
  });

  it('runs outside the context of whoever happened to come first', async () => {
    const storage = new AsyncLocalStorage<string>();
    const { add } = createBatcher<number, string | undefined>({
      maxItems: 1,
      maxWaiting: 10,
      run: () => Promise.resolve([storage.getStore()]),
    });
    await expect(storage.run('request', () => add(1))).resolves.toBeUndefined();
  });
});
