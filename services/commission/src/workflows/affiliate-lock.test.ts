import { setImmediate as nextTurn } from 'node:timers/promises';
import { openAffiliateLock } from './affiliate-lock.ts';

describe('the lock of affiliates', () => {
  it('runs no more work at once than the concurrency allows', async () => {
    const withAffiliateLock = openAffiliateLock(2);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 9 }, (_, id) => withAffiliateLock(String(id), work)));
    expect(most).toBe(2);
  });

  it('lets work that waits for its affiliate take no place from work on others', async () => {
    const withAffiliateLock = openAffiliateLock(2);
    const end = Promise.withResolvers<undefined>();
    const anna = [1, 2].map(() => withAffiliateLock('anna', () => end.promise));
    await expect(withAffiliateLock('bela', () => Promise.resolve('done'))).resolves.toBe('done');
    end.resolve(undefined);
    await Promise.all(anna);
  });
});
