import { readFileSync } from 'node:fs';
import { type System } from '@tributary/engines';
import { median } from './load.ts';
import { type Load } from './target.ts';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints one line: the ratios of the product's rate and p99 to the base's, and the goal. */
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
  print(
    `${name.padEnd(48)} ${(product / base).toFixed(2).padStart(6)}   p99 ${p99.toFixed(2).padStart(5)}   ` +
      `goal ${goal.padEnd(18)} ${product.toFixed(0)}/s against ${base.toFixed(0)}/s (${spread})${wrong}`,
  );
}

/** The resident memory of a process. */
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
  print(`\nresident memory ${when} (goal: each ≤ 110 MB idle, all services ≤ 1,200 MB)`);
  for (const [process, mb] of rows)
    print(`  ${process.padEnd(14)} ${mb.toFixed(0).padStart(5)} MB`);
  print(`  ${'all services'.padEnd(14)} ${sum.toFixed(0).padStart(5)} MB`);
}
