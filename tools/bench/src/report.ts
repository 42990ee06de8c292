import { readFileSync } from 'node:fs';
import { type System } from '@tributary/engines';
import { type Load, median } from './load.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** One line: the product's rate as a ratio to the base's, its p99 likewise, and the goal. */
export function report(name: string, runs: { base: Load[]; product: Load[] }, goal: string): void {
  const base = median(runs.base.map(({ perSecond }) => perSecond));
  const product = median(runs.product.map(({ perSecond }) => perSecond));
  const p99 =
    median(runs.product.map(({ p99Ms }) => p99Ms)) / median(runs.base.map(({ p99Ms }) => p99Ms));
  const ratios = runs.product.map(
    ({ perSecond }, index) => perSecond / (runs.base[index]?.perSecond ?? 1),
  );
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const bad = runs.product.reduce((sum, run) => sum + run.bad, 0);
  const wrong = bad > 0 ? `, ${String(bad)} WRONG ANSWERS` : '';
  say(
    `${name.padEnd(48)} ${(product / base).toFixed(2).padStart(6)}   p99 ${p99.toFixed(2).padStart(5)}   ` +
      `goal ${goal.padEnd(18)} ${product.toFixed(0)}/s against ${base.toFixed(0)}/s (${spread})${wrong}`,
  );
}

/** What a process holds in memory. */
export function residentMb(pid: number): number {
  const [, kb = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

export function reportMemory(system: System, when: string): void {
  const rows = system.processes.flatMap((process) => {
    const pid = system.pidOf(process);
    return pid === undefined ? [] : [[process, residentMb(pid)] as const];
  });
  const sum = rows
    .filter(([process]) => process !== 'sandbox')
    .reduce((total, [, mb]) => total + mb, 0);
  say(`\nresident memory ${when} (goal: each ≤ 110 MB idle, all services ≤ 1,200 MB)`);
  for (const [process, mb] of rows) say(`  ${process.padEnd(14)} ${mb.toFixed(0).padStart(5)} MB`);
  say(`  ${'all services'.padEnd(14)} ${sum.toFixed(0).padStart(5)} MB`);
}
