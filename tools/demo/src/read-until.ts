import { setTimeout as pause } from 'node:timers/promises';
import { backOffMs } from '@tributary/work/back-off';

/** Each attempt takes time from the system that it waits for. */
const PAUSES = { firstMs: 1_000, maxMs: 15_000 };

/** Reads until the result is settled or `withinMs` have passed. @returns what was read last */
export async function readUntil<Result>(
  read: () => Promise<Result>,
  isSettled: (result: Result) => boolean,
  withinMs: number,
): Promise<Result> {
  const until = performance.now() + withinMs;
  for (let attempt = 1; ; attempt += 1) {
    const result = await read();
    if (isSettled(result) || performance.now() > until) return result;
    await pause(backOffMs(attempt, PAUSES));
  }
}
