import { LRUCache } from 'lru-cache';

type Cached = object | string | number | boolean;

export type LastUsed<Value extends Cached> = LRUCache<string, Value>;

interface Bounds {
  /** Entries; the one that was used least recently goes first. */
  readonly max: number;
  /** How long an entry is kept, ms; without it, until it is displaced. */
  readonly ttl?: number;
}

/** Keeps the entries that were used last. Memory grows with them, where `max` of lru-cache allocates for all at once. */
export const keepLastUsed = <Value extends Cached>({ max, ...ttl }: Bounds): LastUsed<Value> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1, ...ttl });
