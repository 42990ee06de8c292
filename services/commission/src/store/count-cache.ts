interface Known {
  readonly count: number;
  readonly at: number;
  refreshing: boolean;
}

export interface CountCacheOptions {
  /** Below this a count is made anew each time. */
  readonly atLeast: number;
  /** How old a count may be before the next call has it made anew, ms. */
  readonly freshMs: number;
  /** Beyond this a call waits for the new one, ms. */
  readonly staleMs: number;
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
}

const MOST_KEPT = 10_000;

/**
 * Counts of long lists: counting a million keys takes longer than showing a page of them. Short lists
 * are counted exactly each time; the totals of long ones may be some seconds behind.
 */
export function openCountCache({ atLeast, freshMs, staleMs, now }: CountCacheOptions) {
  const known = new Map<string, Known>();
  const make = async (key: string, count: () => Promise<number>): Promise<number> => {
    const made = await count();
    known.delete(key);
    if (made < atLeast) return made;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MOST_KEPT) known.delete(oldest);
    known.set(key, { count: made, at: now(), refreshing: false });
    return made;
  };
  return {
    countOf: async (key: string, count: () => Promise<number>): Promise<number> => {
      const last = known.get(key);
      if (last === undefined) return make(key, count);
      const age = now() - last.at;
      if (age > staleMs) return make(key, count);
      if (age > freshMs && !last.refreshing) {
        last.refreshing = true;
        make(key, count).catch(() => {
          last.refreshing = false;
        });
      }
      return last.count;
    },
  };
}
export type CountCache = ReturnType<typeof openCountCache>;
