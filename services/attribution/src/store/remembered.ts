import { LRUCache } from 'lru-cache';

/** Answers that are remembered by their key for a while, also while they are still awaited. */
export function remembering<T>(ttlMs: number) {
  const cache = new LRUCache<string, Promise<T>>({ max: 20_000, ttl: ttlMs });
  return {
    get: (key: string, ask: () => Promise<T>): Promise<T> => {
      const known = cache.get(key);
      if (known !== undefined) return known;
      const answer = ask();
      cache.set(key, answer);
      // A failure is not remembered.
      answer.catch(() => cache.delete(key));
      return answer;
    },
    forget: (): void => cache.clear(),
  };
}
