interface Known {
  readonly count: number;
  readonly at: number;
  refreshing: boolean;
}

export interface CountCacheOptions {
  /** Smaller counts are never cached. */
  readonly atLeast: number;
  /** The age from which a call refreshes the count in the background, ms. */
  readonly freshMs: number;
  /** The age from which a call waits for a new count, ms. */
  readonly staleMs: number;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

const MAX_ENTRIES = 10_000;

/**
 * Caches the counts of long lists, because counting a million keys takes longer than reading a page. Short lists are
 * counted exactly each time; the totals of long ones may be some seconds old.
 */
export function openCountCache({ atLeast, freshMs, staleMs, now }: CountCacheOptions) {
  const known = new Map<string, Known>();
  const refresh = async (key: string, count: () => Promise<number>): Promise<number> => {
    const current = await count();
    known.delete(key);
    if (current < atLeast) return current;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MAX_ENTRIES) known.delete(oldest);
    known.set(key, { count: current, at: now(), refreshing: false });
    return current;
  };
  return {
    countOf: async (key: string, count: () => Promise<number>): Promise<number> => {
      const last = known.get(key);
      if (last === undefined) return refresh(key, count);
      const age = now() - last.at;
      if (age > staleMs) return refresh(key, count);
      if (age > freshMs && !last.refreshing) {
        last.refreshing = true;
        refresh(key, count).catch(() => {
          last.refreshing = false;
        });
      }
      return last.count;
    },
  };
}
export type CountCache = ReturnType<typeof openCountCache>;
