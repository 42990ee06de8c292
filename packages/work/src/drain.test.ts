import { setTimeout as sleep } from 'node:timers/promises';
import { drain, type DrainOptions } from './drain.ts';
import { createWakeSignal } from './wake-signal.ts';

/** A drain over numbers that are due at once. */
function startDrain(due: number[], options: Partial<DrainOptions<number>> = {}) {
  const stopping = new AbortController();
  const wake = createWakeSignal();
  const seen = { ran: [] as number[], errors: [] as unknown[], claims: [] as number[] };
  const queue = {
    claim: (limit: number) => {
      seen.claims.push(limit);
      return Promise.resolve(due.splice(0, limit));
    },
    release: (items: readonly number[]) => {
      due.unshift(...items);
      return Promise.resolve();
    },
  };
  const ended = drain({
    queue,
    run: (item) => {
      seen.ran.push(item);
      return Promise.resolve();
    },
    concurrency: 2,
    leaseMs: 1_000,
    pollMs: 5,
    wake,
    signal: stopping.signal,
    onError: (error) => seen.errors.push(error),
    ...options,
  });
  return {
    seen,
    wake,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(1);
};

describe('drain', () => {
  it('claims no more than it has free places for', async () => {
    const { seen, stop } = startDrain([1, 2, 3, 4, 5]);
    await until(() => seen.ran.length === 5);
    await stop();
    expect(seen.ran).toEqual([1, 2, 3, 4, 5]);
    expect(Math.max(...seen.claims)).toBe(2);
  });

  it('goes on after an item that failed and after a claim that failed', async () => {
    const due = [1, 2, 3];
    const ran: number[] = [];
    let claims = 0;
    const queue = {
      claim: (limit: number) => {
        claims += 1;
        return claims === 1
          ? Promise.reject(new Error('away'))
          : Promise.resolve(due.splice(0, limit));
      },
    };
    const run = (item: number) => {
      ran.push(item);
      return item === 1 ? Promise.reject(new Error('one')) : Promise.resolve();
    };
    const { seen, stop } = startDrain([], { queue, run });
    await until(() => ran.length === 3);
    await stop();
    expect(seen.errors).toMatchObject([{ message: 'away' }, { message: 'one' }]);
  });

  it('releases claimed items instead of beginning them when half of their lease is over', async () => {
    const due = [1, 2, 3];
    const gate = Promise.withResolvers<undefined>();
    const ran: number[] = [];
    const run = async (item: number): Promise<void> => {
      ran.push(item);
      if (item === 1) await gate.promise;
    };
    const { stop } = startDrain(due, { run, concurrency: 1, claimSize: 3, leaseMs: 40 });
    await until(() => ran.length === 1);
    expect(due).toEqual([]);
    await sleep(30);
    gate.resolve(undefined);
    await until(() => ran.length === 3);
    await stop();
    expect(ran).toEqual([1, 2, 3]);
  });

  it('claims again at once, without a poll, after a claim so slow that its items were released', async () => {
    const due = [1];
    let claims = 0;
    const queue = {
      claim: async (limit: number) => {
        claims += 1;
        if (claims === 1) await sleep(60);
        return due.splice(0, limit);
      },
      release: (items: readonly number[]) => {
        due.unshift(...items);
        return Promise.resolve();
      },
    };
    const { seen, stop } = startDrain([], { queue, leaseMs: 100, pollMs: 3_600_000 });
    await until(() => seen.ran.length === 1);
    await stop();
    expect(claims).toBeGreaterThan(1);
  });
});
