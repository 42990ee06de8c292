import { readFileSync } from 'node:fs';
import { type System } from '@tributary/engines';
import { type GoalId, goals } from './goals.ts';
import { median } from './load.ts';
import { type Scorecard } from './scorecard.ts';
import { type Load } from './target.ts';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

const perSecondText = (figure: number): string => `${figure.toFixed(0)}/s`;

/** Records the ratios of the product's rate and p99 to the base's. */
export function report(
  scorecard: Scorecard,
  id: GoalId,
  runs: { readonly base: readonly Load[]; readonly product: readonly Load[] },
  problem?: string,
): void {
  const of = (loads: readonly Load[], name: 'perSecond' | 'p99Ms'): number =>
    median(loads.map((run) => run[name]));
  const [base, product] = [of(runs.base, 'perSecond'), of(runs.product, 'perSecond')];
  const p99Ms = of(runs.product, 'p99Ms');
  const bad = runs.product.reduce((sum, run) => sum + run.bad, 0);
  const measured = {
    base: perSecondText(base),
    product: perSecondText(product),
    ratio: product / base,
    p99Ratio: p99Ms / of(runs.base, 'p99Ms'),
    p99Ms,
    perSecond: product,
    wrong: bad > 0 ? `${String(bad)} wrong answers` : problem,
  };
  scorecard.record(id, measured);
  const { ratio, p99Ratio } = measured;
  const ratios = runs.product.map(
    (run, index) => run.perSecond / (runs.base[index]?.perSecond ?? 1),
  );
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  print(
    `${goals[id].name.padEnd(64)} ${ratio.toFixed(2)} (${spread})   p99 ${p99Ratio.toFixed(2)}   ` +
      `${measured.product} against ${measured.base}`,
  );
}

/** The resident memory of a process. */
export function residentMb(pid: number): number {
  const [, kb = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

/** Prints the memory of each process of a service. @returns the largest one's and the sum, MB */
export function reportMemory(system: System, when: string): { largest: number; sum: number } {
  const rows = system.processes.flatMap((process) => {
    const pid = process === 'sandbox' ? undefined : system.pidOf(process);
    return pid === undefined ? [] : [[process, residentMb(pid)] as const];
  });
  print(`\nresident memory ${when}`);
  for (const [process, mb] of rows)
    print(`  ${process.padEnd(16)} ${mb.toFixed(0).padStart(5)} MB`);
  const figures = rows.map(([, mb]) => mb);
  return { largest: Math.max(...figures), sum: figures.reduce((sum, mb) => sum + mb, 0) };
}
