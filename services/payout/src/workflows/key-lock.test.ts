import { setTimeout as pause } from 'node:timers/promises';
import { openKeyLock } from './key-lock.ts';

it('does work of one key one after the other, and of another meanwhile, also after a failure', async () => {
  const withKeyLock = openKeyLock();
  const seen: string[] = [];
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`);
    await pause(ms);
    seen.push(`${name} ends`);
    if (name === 'first') throw new Error('first failed');
    return name;
  };
  const ended = await Promise.allSettled([
    withKeyLock('ann', work('first', 20)),
    withKeyLock('ann', work('second', 0)),
    withKeyLock('bob', work('other', 0)),
  ]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  const own = seen.filter((line) => !line.startsWith('other'));
  expect(own).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect(seen.indexOf('other ends')).toBeLessThan(seen.indexOf('first ends'));
});
