import { setTimeout as pause } from 'node:timers/promises';

interface Patience {
  readonly timeoutMs?: number;
  /** The pause between checks; a fifth of the time so far by default. */
  readonly everyMs?: number;
}

const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** A long wait leaves the processors to what it waits for. */
const pauseAfter = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs / 5, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);

/**
 * Waits until `check` neither throws nor returns false or undefined, and returns its result. Fails
 * with the last error after `timeoutMs` (45 s by default, for slow machines).
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  { timeoutMs = 45_000, everyMs }: Patience = {},
): Promise<Exclude<T, false | undefined>> {
  const startedAt = performance.now();
  let last: unknown = new Error('The condition was never true');
  for (;;) {
    try {
      const answer = await check();
      if (answer !== false && answer !== undefined) return answer as Exclude<T, false | undefined>;
    } catch (error) {
      last = error;
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs) throw last;
    await pause(everyMs ?? pauseAfter(waitedMs));
  }
}
