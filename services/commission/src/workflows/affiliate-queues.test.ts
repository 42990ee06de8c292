import { setImmediate as nextTurn } from 'node:timers/promises';
import { openAffiliateQueues } from './affiliate-queues.ts';

describe('affiliate queues', () => {
  it('run work on one affiliate one piece at a time, and work on others beside it', async () => {
    const queues = openAffiliateQueues(10);
    const running = new Set<string>();
    const overlaps = new Set<string>();
    const work = (name: string) => async () => {
      for (const other of running) overlaps.add(`${other} ${name}`);
      running.add(name);
      await nextTurn();
      running.delete(name);
    };
    await Promise.all([
      queues.run(['anna'], work('a1')),
      queues.run(['anna'], work('a2')),
      queues.run(['bela'], work('b1')),
      queues.run(['bela', 'anna'], work('ab')),
      queues.run(['bela'], work('b2')),
    ]);
    expect(overlaps.has('a1 b1')).toBe(true);
    const forbidden = ['a1 a2', 'a1 ab', 'a2 ab', 'b1 ab', 'ab b2', 'b1 b2'];
    expect(forbidden.filter((pair) => overlaps.has(pair))).toEqual([]);
  });

  it('continue after work that failed', async () => {
    const queues = openAffiliateQueues(1);
    await expect(queues.run(['anna'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(queues.run(['anna'], () => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('run no more work at once than the concurrency allows', async () => {
    const queues = openAffiliateQueues(2);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 9 }, (_, index) => queues.run([String(index)], work)));
    expect(most).toBe(2);
  });
});
