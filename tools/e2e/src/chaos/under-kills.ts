import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceProcessId } from '@tributary/engines';
import { eventually } from '@tributary/testing';
import { type Answer } from '../client.ts';
import { type TestSystem } from '../system.ts';

/** A number of calls, and how many of them run concurrently. */
export interface Load {
  readonly count: number;
  readonly concurrency: number;
  readonly run: (number: number) => Promise<void>;
}

export interface Kills {
  readonly kills: number;
  /** The processes of a kill, of which the first has the number 0. */
  readonly victims: (number: number) => readonly ServiceProcessId[];
}

/** Runs all loads concurrently and kills processes repeatedly, evenly over the work where they start in time. @returns seconds */
export async function underKills(
  system: TestSystem,
  { kills, victims }: Kills,
  loads: readonly Load[],
): Promise<number> {
  const total = loads.reduce((sum, { count }) => sum + count, 0);
  const started = performance.now();
  let done = 0;
  const workers = loads.flatMap(({ count, concurrency, run }) => {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < count) {
        const number = next;
        next += 1;
        await run(number);
        done += 1;
      }
    };
    return Array.from({ length: concurrency }, work);
  });
  const areReady = async (processes: readonly ServiceProcessId[]): Promise<boolean> =>
    (await Promise.all(processes.map(system.isReady))).every(Boolean);
  const killAll = async (): Promise<void> => {
    for (let kill = 0; kill < kills; kill += 1) {
      const next = victims(kill);
      // Each waits until its share of the work is done and the processes are ready.
      while (!hasFailed && done < ((kill + 1) * total) / (kills + 1)) await pause(20);
      if (hasFailed) return;
      await eventually(() => areReady(next), { timeoutMs: ANSWER_WITHIN_MS });
      for (const id of next) system.kill(id);
    }
  };
  let hasFailed = false;
  const work = Promise.all(workers).catch((error: unknown) => {
    hasFailed = true;
    throw error;
  });
  await Promise.all([work, killAll()]);
  return (performance.now() - started) / 1_000;
}

const ANSWER_WITHIN_MS = 180_000;

/** Repeats a call while the system is unavailable, and counts the failures. */
export async function callUntilAnswered(
  call: () => Promise<Answer>,
  tally: { refused: number },
): Promise<Answer> {
  const until = performance.now() + ANSWER_WITHIN_MS;
  for (;;) {
    const answer = await call().catch(() => undefined);
    if (answer !== undefined && answer.status < 500) return answer;
    tally.refused += 1;
    if (performance.now() > until) throw new Error('The system did not come back');
    await pause(100);
  }
}
