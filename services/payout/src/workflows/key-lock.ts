/**
 * Runs work of the same key in sequence within this process. Correctness rests on the database; the lock saves
 * transactions on one record from failing with write conflicts.
 */
export function openKeyLock() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const current = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, current);
    try {
      return await current;
    } finally {
      if (last.get(key) === current) last.delete(key);
    }
  };
}
