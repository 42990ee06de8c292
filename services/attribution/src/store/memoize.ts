import { keepLastUsed } from '@tributary/work';

const MAX_ENTRIES = 20_000;

/** Caches promises by key, so that concurrent calls share one computation. */
export function openMemo<T>(ttlMs: number) {
  const cache = keepLastUsed<Promise<T>>({ max: MAX_ENTRIES, ttl: ttlMs });
  const add = (key: string, value: Promise<T>): Promise<T> => {
    cache.set(key, value);
    value.catch(() => cache.delete(key));
    return value;
  };
  return {
    get: (key: string, compute: () => Promise<T>): Promise<T> =>
      cache.get(key) ?? add(key, compute()),
    /** In the order of the keys; `compute` gets those that are not cached, each once, and returns their values in order. */
    getMany: async (
      keys: readonly string[],
      compute: (missing: readonly string[]) => Promise<readonly T[]>,
    ): Promise<T[]> => {
      const values = new Map(keys.map((key) => [key, cache.get(key)]));
      const missing = [...values].flatMap(([key, value]) => (value === undefined ? [key] : []));
      const computed = missing.length === 0 ? undefined : compute(missing);
      for (const [index, key] of missing.entries()) {
        const value = (computed ?? Promise.resolve([])).then((all) => all[index] as T);
        values.set(key, add(key, value));
      }
      return Promise.all(keys.map((key) => values.get(key) as Promise<T>));
    },
    clear: (): void => cache.clear(),
  };
}
