import { setImmediate as nextTurn } from 'node:timers/promises';
import { createKeyLock } from './key-lock.ts';

describe('a key lock', () => {
  it('runs work on one key one after the other, and work on other keys beside it', async () => {
    const withKeyLock = createKeyLock();
    const running = new Set<string>();
    const overlaps = new Set<string>();
    const work = (name: string) => async () => {
      for (const other of running) overlaps.add(`${other} ${name}`);
      running.add(name);
      await nextTurn();
      running.delete(name);
    };
    await Promise.all([
      withKeyLock('anna', work('a1')),
      withKeyLock('anna', work('a2')),
      withKeyLock('bela', work('b1')),
      withKeyLock(['bela', 'anna'], work('ab')),
      withKeyLock('bela', work('b2')),
    ]);
    expect(overlaps.has('a1 b1')).toBe(true);
    const forbidden = ['a1 a2', 'a1 ab', 'a2 ab', 'b1 ab', 'ab b2', 'b1 b2'];
    expect(forbidden.filter((pair) => overlaps.has(pair))).toEqual([]);
  });

  it('is free again after work that failed', async () => {
    const withKeyLock = createKeyLock();
    const failed = withKeyLock('anna', () => Promise.reject(new Error('no')));
    const next = withKeyLock('anna', () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});
