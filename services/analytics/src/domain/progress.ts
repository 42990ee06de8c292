import { MINUTE_MS } from '@tributary/units';
import { type Subject, subjectKey } from './milestone.ts';

interface Entry {
  readonly subject: Subject;
  /** What was added since its total was checked. */
  added: number;
  notedAt: number;
}

interface Look {
  readonly at: number;
  readonly missing: number;
}

/** Other instances count as well, so a total is known for a while only. */
const LOOK_HOLDS_MS = MINUTE_MS;
/** What was noted shortly before a check may not have been committed when the total was read. */
const COMMITTED_AFTER_MS = 3_000;
const LOOKS_AT_MOST = 50_000;

/**
 * Which totals may have passed a milestone. The counts are only a hint of when to check: the check
 * reads the total from the sums, and publishes each milestone once.
 */
export function createProgress() {
  const entries = new Map<string, Entry>();
  const looks = new Map<string, Look>();

  const isDue = (key: string, { added }: Entry, now: number): boolean => {
    const look = looks.get(key);
    return look === undefined || added >= look.missing || now - look.at >= LOOK_HOLDS_MS;
  };

  return {
    note: (subject: Subject, added: number, now: Date): void => {
      const key = subjectKey(subject);
      const notedAt = now.getTime();
      const entry = entries.get(key);
      if (entry === undefined) entries.set(key, { subject, added, notedAt });
      else Object.assign(entry, { added: entry.added + added, notedAt });
    },

    /** Removes at most `limit` subjects that are due for a check. */
    takeDue: (now: Date, limit: number): Subject[] => {
      const due: Subject[] = [];
      for (const [key, entry] of entries) {
        if (due.length >= limit) break;
        if (!isDue(key, entry, now.getTime())) continue;
        if (now.getTime() - entry.notedAt >= COMMITTED_AFTER_MS) entries.delete(key);
        else entry.added = 0;
        due.push(entry.subject);
      }
      return due;
    },

    /** Records what a checked total lacks to the next milestone. */
    checked: (subject: Subject, missing: number, now: Date): void => {
      const key = subjectKey(subject);
      looks.delete(key);
      looks.set(key, { at: now.getTime(), missing });
      const [oldest] = looks.keys();
      if (looks.size > LOOKS_AT_MOST && oldest !== undefined) looks.delete(oldest);
    },
  };
}
