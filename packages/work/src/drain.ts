import { backOffMs } from './back-off.ts';
import { type WakeSignal } from './wake-signal.ts';
import { withLease } from './with-lease.ts';

/** Work that falls due in a database that several instances share. */
export interface WorkQueue<Item> {
  /** Claims up to `limit` due items: until the lease ends no other holder gets them. */
  readonly claim: (limit: number) => Promise<readonly Item[]>;
  /** Extends the claim of one item; false where it was lost. Left out where items take less than a lease. */
  readonly renew?: (item: Item) => Promise<boolean>;
  /** Makes claimed items that were not begun due again at once. Left out where they can wait for the lease to end. */
  readonly release?: (items: readonly Item[]) => Promise<void>;
}

export interface DrainOptions<Item> {
  readonly queue: WorkQueue<Item>;
  /** Does one item and records its outcome. `lost` fires where another holder may have it. */
  readonly run: (item: Item, lost: AbortSignal) => Promise<void>;
  /** Items in progress at most. */
  readonly concurrency: number;
  /** Items claimed at a time; default: as many as there are free places. */
  readonly claimSize?: number;
  readonly leaseMs: number;
  /** Pause where nothing is due and no notification comes. */
  readonly pollMs: number;
  /** Wakes the loop when work was added; nothing else may wait for it. */
  readonly wake: WakeSignal;
  /** Ends the loop. */
  readonly signal: AbortSignal;
  /** Reports a claim that failed, or an item whose run threw and is due again when its lease ends. */
  readonly onError: (error: unknown, item?: Item) => void;
}

const AFTER_FAILED_CLAIM = { firstMs: 200, maxMs: 5_000 };

interface State<Item> {
  readonly running: Set<Promise<void>>;
  /** Claimed and not begun. */
  waiting: Item[];
  /** After this the waiting items are released, because their lease may end before they are done. */
  beginUntil: number;
  failedClaims: number;
}

/**
 * Claims due work and runs it, a bounded number of items at once, until `signal` fires. Then it
 * releases what was not begun and resolves when the rest has ended. Each item runs at least once; its
 * outcome must be recorded under its claim, so that a holder that lost the claim changes nothing.
 */
export async function drain<Item>(options: DrainOptions<Item>): Promise<void> {
  const { wake, signal } = options;
  const state: State<Item> = { running: new Set(), waiting: [], beginUntil: 0, failedClaims: 0 };
  signal.addEventListener('abort', wake.notify, { once: true });
  while (!signal.aborted) {
    const pauseMs = await step(options, state);
    if (pauseMs > 0) await wake.wait(pauseMs);
  }
  await Promise.all([releaseWaiting(options, state), ...state.running]);
}

/** Begins what there is room for. Returns how long to wait for a notification; 0 where more may be due. */
async function step<Item>(options: DrainOptions<Item>, state: State<Item>): Promise<number> {
  const { concurrency, pollMs, onError } = options;
  // The end of an item notifies.
  if (state.running.size >= concurrency) return pollMs;
  try {
    const mayBeMore = state.waiting.length > 0 || (await claimMore(options, state));
    const isReleased = await beginWaiting(options, state);
    state.failedClaims = 0;
    return (mayBeMore || isReleased) && state.running.size < concurrency ? 0 : pollMs;
  } catch (error) {
    onError(error);
    state.failedClaims += 1;
    return backOffMs(state.failedClaims, AFTER_FAILED_CLAIM);
  }
}

/** Whether as many items were due as were claimed. */
async function claimMore<Item>(options: DrainOptions<Item>, state: State<Item>): Promise<boolean> {
  const { queue, concurrency, claimSize, leaseMs } = options;
  const limit = claimSize ?? concurrency - state.running.size;
  const claimedAt = performance.now();
  state.waiting = [...(await queue.claim(limit))];
  state.beginUntil = claimedAt + leaseMs / 2;
  return state.waiting.length >= limit;
}

/** True where the items waited too long, as after a slow claim, and are due again at once. */
async function beginWaiting<Item>(
  options: DrainOptions<Item>,
  state: State<Item>,
): Promise<boolean> {
  const { concurrency, signal } = options;
  if (state.waiting.length > 0 && performance.now() > state.beginUntil) {
    await releaseWaiting(options, state);
    return true;
  }
  while (state.running.size < concurrency && !signal.aborted) {
    const item = state.waiting.shift();
    if (item === undefined) break;
    begin(options, state, item);
  }
  return false;
}

function begin<Item>(options: DrainOptions<Item>, { running }: State<Item>, item: Item): void {
  const ended: Promise<void> = runLeased(options, item)
    .catch((error: unknown) => {
      options.onError(error, item);
    })
    .finally(() => {
      running.delete(ended);
      options.wake.notify();
    });
  running.add(ended);
}

async function runLeased<Item>(options: DrainOptions<Item>, item: Item): Promise<void> {
  const { queue, run, leaseMs } = options;
  if (queue.renew === undefined) return run(item, new AbortController().signal);
  const renew = async () => (await queue.renew?.(item)) === true;
  return withLease({ leaseMs, renew }, (lost) => run(item, lost));
}

async function releaseWaiting<Item>(options: DrainOptions<Item>, state: State<Item>) {
  const { queue, onError } = options;
  const items = state.waiting;
  state.waiting = [];
  if (items.length === 0) return;
  await queue.release?.(items).catch((error: unknown) => {
    onError(error);
  });
}
