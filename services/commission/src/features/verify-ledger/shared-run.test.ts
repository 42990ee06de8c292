import { sharedRun } from './shared-run.ts';

describe('a shared run', () => {
  it('runs once for all calls during it, and again for a call after it', async () => {
    const started: ((result: number) => void)[] = [];
    const call = sharedRun(() => new Promise<number>((resolve) => started.push(resolve)));
    const together = [call(), call(), call()];
    expect(started).toHaveLength(1);
    started[0]?.(1);
    expect(await Promise.all(together)).toEqual([1, 1, 1]);
    const later = call();
    expect(started).toHaveLength(2);
    started[1]?.(2);
    expect(await later).toBe(2);
  });

  it('fails for all calls during it, and runs again for the next call', async () => {
    let runs = 0;
    const call = sharedRun(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('Away')) : Promise.resolve(runs);
    });
    const results = await Promise.allSettled([call(), call()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await call()).toBe(2);
  });
});
