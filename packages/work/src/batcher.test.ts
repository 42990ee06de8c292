import { AsyncLocalStorage } from 'node:async_hooks';
import { createBatcher, createKeyedBatcher, runOrSplit } from './batcher.ts';
import { createKeyLock } from './key-lock.ts';
import { turnEnd } from './turn-end.ts';

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

  it('counts heavy items by their weight, and runs one that exceeds the limit alone', async () => {
    const runs: number[][] = [];
    const { add } = createBatcher<number, number>({
      maxItems: 5,
      maxWaiting: 100,
      weightOf: (item) => item,
      run: (items) => {
        runs.push([...items]);
        return Promise.resolve(items);
      },
    });
    await Promise.all([2, 3, 1, 9, 4].map((item) => add(item)));
    expect(runs).toEqual([[2, 3], [1], [9], [4]]);
  });

  it('begins further runs while the first ones wait, and runs together what arrives after the last', async () => {
    const runs: number[][] = [];
    const ends = Promise.withResolvers<undefined>();
    const { add } = createBatcher<number, number>({
      maxItems: 10,
      maxWaiting: 100,
      atOnce: 2,
      run: async (items) => {
        runs.push([...items]);
        await ends.promise;
        return items;
      },
    });
    const begun = async (count: number) => {
      while (runs.length < count) await turnEnd();
    };
    const results = [add(1), add(2)];
    await begun(1);
    results.push(add(3));
    await begun(2);
    results.push(add(4), add(5));
    ends.resolve(undefined);
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5]);
    expect(runs).toEqual([[1, 2], [3], [4, 5]]);
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
      (item) => new Promise((resolve) => setImmediate(() => resolve(add(item)))),
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

describe('createKeyedBatcher', () => {
  const open = () => {
    const runs: string[][] = [];
    const lock = createKeyLock();
    const { add } = createKeyedBatcher<string, string>({
      lock,
      maxItems: 2,
      maxWaiting: 4,
      run: (items) => {
        runs.push([...items]);
        return Promise.resolve(items);
      },
    });
    return { add, lock, runs };
  };

  it('runs together what arrived for the same keys while their lock was taken', async () => {
    const { add, lock, runs } = open();
    const end = Promise.withResolvers<undefined>();
    const held = lock('anna', () => end.promise);
    const added = [add(['anna'], 'a1'), add(['anna', 'bela'], 'ab'), add(['anna'], 'a2')];
    added.push(add(['bela', 'anna'], 'ba'));
    end.resolve(undefined);
    await held;
    await expect(Promise.all(added)).resolves.toEqual(['a1', 'ab', 'a2', 'ba']);
    expect(runs.filter((run) => run.length > 1)).toEqual([
      ['a1', 'a2'],
      ['ab', 'ba'],
    ]);
  });

  it('lets other work on a key run between two batches', async () => {
    const { add, lock, runs } = open();
    const added = ['a1', 'a2', 'a3'].map((item) => add(['anna'], item));
    await lock('anna', () => Promise.resolve(runs.push(['other work'])));
    await Promise.all(added);
    expect(runs).toEqual([['a1', 'a2'], ['other work'], ['a3']]);
  });

  it('refuses items when too many wait, whatever their keys', async () => {
    const { add } = open();
    const taken = ['a', 'b', 'c', 'd'].map((key) => add([key], key));
    await expect(add(['e'], 'e')).rejects.toMatchObject({ code: 'too_busy' });
    await expect(Promise.all(taken)).resolves.toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('runOrSplit', () => {
  const run = (items: readonly number[]): Promise<readonly number[]> =>
    items.includes(2) ? Promise.reject(new Error('two')) : Promise.resolve(items);

  it('runs each item alone where one of them may have failed the batch', async () => {
    const results = await runOrSplit(run, () => true)([1, 2, 3]);
    expect(results).toEqual([1, new Error('two'), 3]);
  });

  it('passes on errors that every item would meet', async () => {
    await expect(runOrSplit(run, () => false)([1, 2, 3])).rejects.toThrow('two');
    await expect(runOrSplit(run, () => true)([2])).rejects.toThrow('two');
  });
});
