import { AsyncLocalStorage } from 'node:async_hooks';
import { createCollector } from './collector.ts';

/** A collector whose runs the test ends. */
const openCollector = (options: { maxItems: number; maxWaiting: number }) => {
  const runs: { readonly items: readonly number[]; readonly end: () => void }[] = [];
  const arrived: (() => void)[] = [];
  const collector = createCollector<number>({
    ...options,
    run: (items) =>
      new Promise((end) => {
        runs.push({ items, end });
        arrived.shift()?.();
      }),
  });
  const nextRun = () => new Promise<void>((resolve) => arrived.push(resolve));
  return { ...collector, runs, nextRun };
};

describe('createCollector', () => {
  it('runs together what arrives in one turn, and then what arrived during the run', async () => {
    const { add, runs, nextRun } = openCollector({ maxItems: 10, maxWaiting: 10 });
    const first = nextRun();
    add(1);
    add(2);
    await first;
    const second = nextRun();
    add(3);
    add(4);
    expect(runs.map(({ items }) => items)).toEqual([[1, 2]]);
    runs[0]?.end();
    await second;
    expect(runs.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('bounds a run, and refuses what exceeds the places to wait', async () => {
    const { add, runs, nextRun } = openCollector({ maxItems: 2, maxWaiting: 3 });
    const first = nextRun();
    expect([1, 2, 3, 4].map(add)).toEqual([true, true, true, false]);
    await first;
    const second = nextRun();
    runs[0]?.end();
    await second;
    expect(runs.map(({ items }) => items)).toEqual([[1, 2], [3]]);
    runs[1]?.end();
  });

  it('runs outside the context of the call that came first', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    await new Promise<void>((resolve) => {
      const { add } = createCollector<number>({
        maxItems: 1,
        maxWaiting: 1,
        run: () => {
          seen.push(context.getStore());
          resolve();
          return Promise.resolve();
        },
      });
      context.run('a call', () => add(1));
    });
    expect(seen).toEqual([undefined]);
  });
});
