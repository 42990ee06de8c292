import { setTimeout as pause } from 'node:timers/promises';

interface Patience {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/**
 * Waits until `check` neither throws nor returns false or undefined, and returns its result. Fails
 * with the last error after `timeoutMs` (45 s by default, for slow machines).
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  { timeoutMs = 45_000, everyMs = 25 }: Patience = {},
): Promise<Exclude<T, false | undefined>> {
  const until = performance.now() + timeoutMs;
  let last: unknown = new Error('The condition was never true');
  for (;;) {
    try {
      const answer = await check();
      if (answer !== false && answer !== undefined) return answer as Exclude<T, false | undefined>;
    } catch (error) {
      last = error;
    }
    if (performance.now() > until) throw last;
    await pause(everyMs);
  }
}
