import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 20_000;

/** Caches promises by key, so that concurrent calls share one computation. */
export function openMemo<T>(ttlMs: number) {
  const cache = new LRUCache<string, Promise<T>>({ max: MAX_ENTRIES, ttl: ttlMs });
  return {
    get: (key: string, compute: () => Promise<T>): Promise<T> => {
      const known = cache.get(key);
      if (known !== undefined) return known;
      const value = compute();
      cache.set(key, value);
      value.catch(() => cache.delete(key));
      return value;
    },
    clear: (): void => cache.clear(),
  };
}
