/**
 * The CPU time that one click costs over the whole system, from the redirect until every consumer has
 * handled it: the CPU time of every process over the clicks and their aftermath, less what it uses idle.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench } from './bench.ts';
import { cpuMicros, runningProcesses } from './cpu.ts';
import { load } from './load.ts';
import { print } from './report.ts';
import { type Target } from './target.ts';

const IDLE_SECONDS = 10;
/** More than all processes use without load, µs per second: what earlier paths left is still handled. */
const BUSY_MICROS = 800_000;
/** Over idle, µs per second over all processes: the consumers have nothing left to do. */
const QUIET_MICROS = 30_000;
const QUIET_SECONDS = 3;
const CATCH_UP_S = 180;
/** After the clicks are stored, other services still add them to their sums. */
const SETTLED_MS = 10_000;

/** CPU time by process, µs. */
export type Usage = ReadonlyMap<string, number>;

/** The CPU time of processes since their start. */
export function usageOf(pids: ReadonlyMap<string, number>): Usage {
  return new Map([...pids].map(([name, pid]) => [name, cpuMicros(pid)]));
}

/** What was used between two moments. */
export const between = (before: Usage, after: Usage): Map<string, number> =>
  new Map([...after].map(([name, micros]) => [name, micros - (before.get(name) ?? 0)]));

const sumOf = (usage: Usage): number => [...usage.values()].reduce((sum, one) => sum + one, 0);

/** The CPU time that each process uses in a second without load, µs. */
export async function idleUsage(pids: ReadonlyMap<string, number>): Promise<Usage> {
  const before = usageOf(pids);
  await pause(IDLE_SECONDS * 1_000);
  const used = between(before, usageOf(pids));
  return new Map([...used].map(([name, micros]) => [name, micros / IDLE_SECONDS]));
}

/** Waits until all processes together use at most so much for some seconds, µs per second. @returns false after three minutes */
export async function untilQuiet(
  pids: ReadonlyMap<string, number>,
  most: number,
): Promise<boolean> {
  let quiet = 0;
  for (let second = 0; second < CATCH_UP_S; second += 1) {
    const before = usageOf(pids);
    await pause(1_000);
    quiet = sumOf(between(before, usageOf(pids))) <= most ? quiet + 1 : 0;
    if (quiet === QUIET_SECONDS) return true;
  }
  return false;
}

/**
 * Follows a link for some seconds and prints what each process used for one click.
 * @param settle waits until so many more clicks are stored
 */
export async function measureClickCpu(
  bench: Bench,
  redirect: Target,
  settle: (clicks: number) => Promise<void>,
): Promise<void> {
  const { runOptions, scorecard } = bench;
  // Compiled code and filled caches.
  await settle((await load(redirect, runOptions.seconds)).good);
  await pause(SETTLED_MS);
  const pids = runningProcesses(bench);
  const wasIdle = await untilQuiet(pids, BUSY_MICROS);
  const idle = await idleUsage(pids);
  const [before, startedAt] = [usageOf(pids), performance.now()];
  const { good, bad } = await load(redirect, runOptions.seconds);
  if (good === 0) throw new Error(`No click was answered as expected, ${String(bad)} otherwise`);
  await settle(good);
  const isQuiet = await untilQuiet(pids, sumOf(idle) + QUIET_MICROS);
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = between(before, usageOf(pids));
  const ofOne = new Map(
    [...used].map(([name, micros]) => [name, (micros - (idle.get(name) ?? 0) * seconds) / good]),
  );
  print(`\nCPU of one click, over ${String(good)} clicks and ${seconds.toFixed(0)} s, less idle:`);
  for (const [name, micros] of ofOne) {
    const drift = (idle.get(name) ?? 0) / 1_000;
    print(
      `  ${name.padEnd(16)} ${micros.toFixed(1).padStart(7)} µs   idle ${drift.toFixed(1)} ms/s`,
    );
  }
  const sum = sumOf(ofOne);
  const problems = [
    ...(bad > 0 ? [`${String(bad)} wrong answers`] : []),
    ...(wasIdle ? [] : ['the system was not idle before']),
    ...(isQuiet ? [] : ['not all was consumed']),
    ...(bench.engines.kind === 'native' ? [] : ['without the engines, which are not native']),
  ];
  const wrong = problems.length === 0 ? undefined : problems.join(', ');
  scorecard.record('clickCpu', { product: `${sum.toFixed(0)} µs`, value: sum, wrong });
}
