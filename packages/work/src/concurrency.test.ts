import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSemaphore, mapConcurrent } from './concurrency.ts';

/** Work that notes how much of it runs at once. */
function measured() {
  const at = { now: 0, most: 0 };
  const work = async <Value>(value: Value): Promise<Value> => {
    at.now += 1;
    at.most = Math.max(at.most, at.now);
    await nextTurn();
    at.now -= 1;
    return value;
  };
  return { at, work };
}

describe('mapConcurrent', () => {
  it('keeps the order of the results and bounds what runs at once', async () => {
    const { at, work } = measured();
    await expect(mapConcurrent([1, 2, 3, 4, 5], 2, work)).resolves.toEqual([1, 2, 3, 4, 5]);
    expect(at.most).toBe(2);
  });

  it('begins nothing more after an error', async () => {
    const begun: number[] = [];
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      await nextTurn();
      if (item === 1) throw new Error('one');
    };
    await expect(mapConcurrent([1, 2, 3, 4], 2, work)).rejects.toThrow('one');
    await nextTurn();
    await nextTurn();
    expect(begun).toEqual([1, 2]);
  });
});

describe('a semaphore', () => {
  it('bounds what runs at once, also after a failure', async () => {
    const { at, work } = measured();
    const semaphore = createSemaphore(2);
    await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const results = await Promise.all([1, 2, 3, 4, 5].map((n) => semaphore.run(() => work(n))));
    expect(results).toEqual([1, 2, 3, 4, 5]);
    expect(at.most).toBe(2);
  });
});
