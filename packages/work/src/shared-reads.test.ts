import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { createSharedReads } from './shared-reads.ts';

/** A store whose reads end when the test lets them. */
function openStore() {
  const reads: { readonly found: number; readonly end: () => void }[] = [];
  const store = {
    value: 0,
    reads,
    read: () =>
      new Promise<number>((resolve) => {
        const found = store.value;
        reads.push({
          found,
          end: () => {
            resolve(found);
          },
        });
      }),
  };
  return store;
}

/** Waits until `count` reads have begun. */
async function begun({ reads }: ReturnType<typeof openStore>, count: number): Promise<void> {
  while (reads.length < count) await turn();
}

describe('createSharedReads', () => {
  it('reads once for all that call before the read begins', async () => {
    const store = openStore();
    const share = createSharedReads<number>();
    const calls = Array.from({ length: 10 }, () => share('list', store.read));
    await begun(store, 1);
    store.reads[0]?.end();
    expect(await Promise.all(calls)).toEqual(Array(10).fill(0));
    expect(store.reads).toHaveLength(1);
  });

  it('shares no read that began before the call, because a later write may be missing from it', async () => {
    const store = openStore();
    const share = createSharedReads<number>();
    const before = share('list', store.read);
    await begun(store, 1);
    store.value = 1;
    const after = [share('list', store.read), share('list', store.read)];
    store.reads[0]?.end();
    await begun(store, 2);
    store.reads[1]?.end();
    expect(await before).toBe(0);
    expect(await Promise.all(after)).toEqual([1, 1]);
    expect(store.reads).toHaveLength(2);
  });

  it('shares nothing between keys, which are read side by side', async () => {
    const store = openStore();
    const share = createSharedReads<number>();
    const calls = [share('ann', store.read), share('bob', store.read)];
    await begun(store, 2);
    for (const { end } of store.reads) end();
    expect(await Promise.all(calls)).toEqual([0, 0]);
  });

  it('gives an error to all that shared the read, and reads again for the next', async () => {
    const share = createSharedReads<number>();
    const fail = () => Promise.reject(new Error('no database'));
    const outcomes = await Promise.allSettled([share('list', fail), share('list', fail)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await share('list', () => Promise.resolve(2))).toBe(2);
  });

  it('reads in no caller’s context', async () => {
    const context = new AsyncLocalStorage<string>();
    const share = createSharedReads<string | undefined>();
    const read = () => Promise.resolve(context.getStore());
    expect(await context.run('ann', () => share('list', read))).toBeUndefined();
  });
});
