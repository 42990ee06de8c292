import { AsyncLocalStorage } from 'node:async_hooks';
import { createKeyLock } from './key-lock.ts';
import { turnEnd } from './turn-end.ts';

/** @param key identifies what is read: callers with one key get one result */
export type ShareRead<Result> = (key: string, read: () => Promise<Result>) => Promise<Result>;

/**
 * Reads once for all callers of a key that called before the read began; later callers share the next read. So a
 * result is never older than its caller's call, and a key is read by one at a time, however many call. A read
 * belongs to no request, so it has no request's context; its error is every caller's.
 */
export function createSharedReads<Result>(): ShareRead<Result> {
  const outside = AsyncLocalStorage.snapshot();
  const lock = createKeyLock();
  /** Reads that have not begun. */
  const waiting = new Map<string, Promise<Result>>();
  return (key, read) => {
    const joined = waiting.get(key);
    if (joined !== undefined) return joined;
    const result = outside(() =>
      lock(key, async () => {
        await turnEnd();
        waiting.delete(key);
        return read();
      }),
    );
    waiting.set(key, result);
    return result;
  };
}
