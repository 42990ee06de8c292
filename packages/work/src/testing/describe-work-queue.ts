import { setTimeout as sleep } from 'node:timers/promises';
import { drain, type DrainOptions, type WorkQueue } from '../drain.ts';
import { createWakeSignal } from '../wake-signal.ts';

/** A store's queue of due work, as the conformance suite drives it. */
export interface QueueSubject<Item> {
  /** The lease that the store gives. */
  readonly leaseMs: number;
  /** The queue as one more process would open it. */
  readonly openQueue: () => WorkQueue<Item>;
  readonly idOf: (item: Item) => string;
  /** Adds items that are due now. Returns their ids. */
  readonly add: (count: number) => Promise<readonly string[]>;
  /** Records an item as done under its claim; false where the claim was lost. */
  readonly finish: (item: Item) => Promise<boolean>;
  /** Moves the store's clock on, or waits where that clock is the database's. */
  readonly advance: (ms: number) => Promise<void>;
}

const MANY = 40;
/** Far longer than any of these tests: nothing may depend on a poll. */
const NEVER_MS = 600_000;
/** On a busy machine; a test is given 60 s in all. */
const PATIENCE_MS = 45_000;
/** Lets renewals come quickly, whatever the store's own lease is. */
const SHORT_LEASE_MS = 300;

async function until(what: string, holds: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!holds()) {
    if (performance.now() > giveUpAt) throw new Error(`Waited in vain until ${what}`);
    await sleep(5);
  }
}

/** Claims until nothing is due. */
async function claimAll<Item>(queue: WorkQueue<Item>): Promise<Item[]> {
  const claimed: Item[] = [];
  for (;;) {
    const some = await queue.claim(MANY);
    if (some.length === 0) return claimed;
    claimed.push(...some);
  }
}

const sorted = (ids: readonly string[]): string[] => [...ids].sort();

/** A drain that is running, with what it ran. */
function startDrain<Item>(subject: QueueSubject<Item>, options: Partial<DrainOptions<Item>> = {}) {
  const wake = createWakeSignal();
  const stopping = new AbortController();
  const seen = { ran: [] as string[], inFlight: 0, mostInFlight: 0, errors: [] as unknown[] };
  const run = async (item: Item): Promise<void> => {
    seen.inFlight += 1;
    seen.mostInFlight = Math.max(seen.mostInFlight, seen.inFlight);
    await sleep(2);
    seen.inFlight -= 1;
    if (await subject.finish(item)) seen.ran.push(subject.idOf(item));
  };
  const ended = drain({
    queue: subject.openQueue(),
    run,
    concurrency: 4,
    leaseMs: subject.leaseMs,
    pollMs: NEVER_MS,
    wake,
    signal: stopping.signal,
    onError: (error) => seen.errors.push(error),
    ...options,
  });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await ended;
  };
  return { wake, seen, stop };
}

/**
 * The rules of due work, as tests over the real store: nothing is lost, nothing is done twice while it
 * is leased, and a crashed holder's work is taken over. Each test leaves nothing due behind.
 */
export function describeWorkQueue<Item>(name: string, subjectOf: () => QueueSubject<Item>): void {
  describe(name, () => {
    describeClaims(subjectOf);
    describeDrain(subjectOf);
  });
}

function describeClaims<Item>(subjectOf: () => QueueSubject<Item>): void {
  const finishAll = async (items: readonly Item[]): Promise<void> => {
    for (const item of items) expect(await subjectOf().finish(item)).toBe(true);
  };

  it('gives each due item to one of several holders', async () => {
    const subject = subjectOf();
    const ids = await subject.add(MANY);
    const claimed = await Promise.all([1, 2, 3].map(() => claimAll(subject.openQueue())));
    expect(sorted(claimed.flat().map(subject.idOf))).toEqual(sorted(ids));
    await finishAll(claimed.flat());
  });

  it('gives a crashed holder’s items to another when the lease ends, and not before', async () => {
    const subject = subjectOf();
    const ids = await subject.add(3);
    await claimAll(subject.openQueue());
    expect(await claimAll(subject.openQueue())).toEqual([]);
    await subject.advance(subject.leaseMs + 1);
    const taken = await claimAll(subject.openQueue());
    expect(sorted(taken.map(subject.idOf))).toEqual(sorted(ids));
    await finishAll(taken);
  });

  it('keeps others off an item for as long as its holder renews it', async () => {
    const subject = subjectOf();
    const queue = subject.openQueue();
    if (queue.renew === undefined) return;
    await subject.add(1);
    const [item] = await claimAll(queue);
    for (let times = 0; times < 3; times += 1) {
      await subject.advance(subject.leaseMs * 0.6);
      expect(await queue.renew(item!)).toBe(true);
      expect(await claimAll(subject.openQueue())).toEqual([]);
    }
    await finishAll([item!]);
  });

  it('refuses a renewal and an outcome from a holder that lost its claim', async () => {
    const subject = subjectOf();
    await subject.add(1);
    const queue = subject.openQueue();
    const [item] = await claimAll(queue);
    await subject.advance(subject.leaseMs + 1);
    const taken = await claimAll(subject.openQueue());
    expect(taken).toHaveLength(1);
    expect((await queue.renew?.(item!)) ?? false).toBe(false);
    expect(await subject.finish(item!)).toBe(false);
    await finishAll(taken);
  });

  it('makes released items due at once', async () => {
    const subject = subjectOf();
    const queue = subject.openQueue();
    if (queue.release === undefined) return;
    const ids = await subject.add(3);
    await queue.release(await claimAll(queue));
    const taken = await claimAll(subject.openQueue());
    expect(sorted(taken.map(subject.idOf))).toEqual(sorted(ids));
    await finishAll(taken);
  });
}

function describeDrain<Item>(subjectOf: () => QueueSubject<Item>): void {
  it('does each item once where two holders drain side by side and a third has crashed', async () => {
    const subject = subjectOf();
    const lost = await subject.add(3);
    await claimAll(subject.openQueue());
    const ids = await subject.add(MANY);
    await subject.advance(subject.leaseMs + 1);
    const drains = [startDrain(subject), startDrain(subject)];
    const ran = () => drains.flatMap(({ seen }) => seen.ran);
    await until('all is done', () => ran().length >= MANY + 3);
    for (const { stop } of drains) await stop();
    expect(sorted(ran())).toEqual(sorted([...lost, ...ids]));
    for (const { seen } of drains) {
      expect(seen.errors).toEqual([]);
      expect(seen.mostInFlight).toBeLessThanOrEqual(4);
    }
  });

  it('misses no notification, however it meets the check for due work', async () => {
    const subject = subjectOf();
    const { wake, seen, stop } = startDrain(subject);
    for (let count = 1; count <= 10; count += 1) {
      await subject.add(1);
      wake.notify();
      await until(`item ${String(count)} is done`, () => seen.ran.length === count);
      if (count % 2 === 0) await sleep(count);
    }
    await stop();
  });

  it('notifies the run when another holder took its item over', async () => {
    const subject = subjectOf();
    if (subject.openQueue().renew === undefined) return;
    await subject.add(1);
    const finished: unknown[] = [];
    const begun: Item[] = [];
    const run = async (item: Item, lost: AbortSignal): Promise<void> => {
      begun.push(item);
      await new Promise<void>((resolve) => {
        lost.addEventListener('abort', () => {
          resolve();
        });
      });
      finished.push(await subject.finish(item));
    };
    const queue = subject.openQueue();
    // Renewals begin when the claim has been lost already, as in a process that was suspended.
    let isSuspended = true;
    const renew = (item: Item) => (isSuspended ? Promise.resolve(true) : queue.renew!(item));
    const suspended = { ...queue, renew };
    const { stop } = startDrain(subject, { queue: suspended, run, leaseMs: SHORT_LEASE_MS });
    await until('it has begun', () => begun.length === 1);
    await subject.advance(subject.leaseMs + 1);
    const taken = await claimAll(subject.openQueue());
    expect(taken).toHaveLength(1);
    isSuspended = false;
    await until('it has stopped', () => finished.length === 1);
    expect(finished).toEqual([false]);
    expect(await subject.finish(taken[0]!)).toBe(true);
    await stop();
  });

  it('ends on stop: it finishes what it began and begins nothing more', async () => {
    const subject = subjectOf();
    const ids = await subject.add(6);
    const begun: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const done: string[] = [];
    const run = async (item: Item): Promise<void> => {
      begun.push(subject.idOf(item));
      await gate.promise;
      if (await subject.finish(item)) done.push(subject.idOf(item));
    };
    const { stop } = startDrain(subject, { run, concurrency: 2, claimSize: 6 });
    await until('two have begun', () => begun.length === 2);
    const stopped = stop();
    gate.resolve(undefined);
    await stopped;
    expect(sorted(done)).toEqual(sorted(begun));
    expect(begun).toHaveLength(2);
    if (subject.openQueue().release === undefined) await subject.advance(subject.leaseMs + 1);
    const left = await claimAll(subject.openQueue());
    expect(sorted([...done, ...left.map(subject.idOf)])).toEqual(sorted(ids));
    for (const item of left) await subject.finish(item);
  });
}
