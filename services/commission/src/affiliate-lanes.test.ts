import { setImmediate as turn } from 'node:timers/promises';
import { openAffiliateLanes, openGathering } from './affiliate-lanes.ts';

describe('affiliate lanes', () => {
  it('run work of one affiliate one after the other, and of others beside it', async () => {
    const lanes = openAffiliateLanes(10);
    const running = new Set<string>();
    const overlaps = new Set<string>();
    const work = (name: string) => async () => {
      for (const other of running) overlaps.add(`${other} ${name}`);
      running.add(name);
      await turn();
      running.delete(name);
    };
    await Promise.all([
      lanes.run(['anna'], work('a1')),
      lanes.run(['anna'], work('a2')),
      lanes.run(['bela'], work('b1')),
      lanes.run(['bela', 'anna'], work('ab')),
      lanes.run(['bela'], work('b2')),
    ]);
    expect(overlaps.has('a1 b1')).toBe(true);
    const forbidden = ['a1 a2', 'a1 ab', 'a2 ab', 'b1 ab', 'ab b2', 'b1 b2'];
    expect(forbidden.filter((pair) => overlaps.has(pair))).toEqual([]);
  });

  it('go on after work that failed', async () => {
    const lanes = openAffiliateLanes(1);
    await expect(lanes.run(['anna'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(lanes.run(['anna'], () => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('bound how much runs at once', async () => {
    const lanes = openAffiliateLanes(2);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 9 }, (_, index) => lanes.run([String(index)], work)));
    expect(most).toBe(2);
  });
});

describe('gathering', () => {
  const open = (runTogether: (items: readonly number[]) => Promise<readonly number[]>) =>
    openGathering({
      lanes: openAffiliateLanes(4),
      atMost: 3,
      maxWaiting: 5,
      runTogether,
      isOneAtFault: () => true,
    });

  it('does together what came in while the affiliate was busy, at most so many', async () => {
    const batches: number[][] = [];
    const gathering = open(async (items) => {
      batches.push([...items]);
      await turn();
      return items.map((item) => item * 10);
    });
    const results = await Promise.all([1, 2, 3, 4].map((item) => gathering.submit(['anna'], item)));
    expect(results).toEqual([10, 20, 30, 40]);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('fails only the item at fault', async () => {
    const gathering = open((items) =>
      items.includes(2) ? Promise.reject(new Error('two')) : Promise.resolve(items),
    );
    const results = await Promise.allSettled(
      [1, 2, 3].map((item) => gathering.submit(['anna'], item)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('refuses more than it can hold, instead of growing without bound', async () => {
    const gathering = open((items) => Promise.resolve(items));
    const submitted = [1, 2, 3, 4, 5, 6].map((item) => gathering.submit(['anna'], item));
    const results = await Promise.allSettled(submitted);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});
