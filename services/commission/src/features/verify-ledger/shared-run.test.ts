import { sharedRun } from './shared-run.ts';

describe('a run that is shared', () => {
  it('goes on once for all who ask meanwhile, and anew for who asks after', async () => {
    const started: ((result: number) => void)[] = [];
    const ask = sharedRun(() => new Promise<number>((resolve) => started.push(resolve)));
    const together = [ask(), ask(), ask()];
    expect(started).toHaveLength(1);
    started[0]?.(1);
    expect(await Promise.all(together)).toEqual([1, 1, 1]);
    const later = ask();
    expect(started).toHaveLength(2);
    started[1]?.(2);
    expect(await later).toBe(2);
  });

  it('that fails does so for all of them, and leaves the next to try again', async () => {
    let runs = 0;
    const ask = sharedRun(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('Away')) : Promise.resolve(runs);
    });
    const results = await Promise.allSettled([ask(), ask()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask()).toBe(2);
  });
});
