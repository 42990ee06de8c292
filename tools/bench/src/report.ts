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

function kilobytesOf(pid: number, file: 'status' | 'smaps_rollup', field: string): number {
  const text = readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  const [, kilobytes = '0'] = new RegExp(`${field}:\\s+(\\d+)`).exec(text) ?? [];
  return Number(kilobytes);
}

/** The resident memory of a process, MB. */
export const residentMb = (pid: number): number => kilobytesOf(pid, 'status', 'VmRSS') / 1024;

/** The memory of a process, MB: of what it shares with others, such as Node's own code, its part. */
const ownMb = (pid: number): number => kilobytesOf(pid, 'smaps_rollup', 'Pss') / 1024;

/**
 * Prints the memory of each process of a service.
 * @returns the resident memory of the largest, and what all take together, MB
 */
export function reportMemory(system: System, when: string): { largest: number; sum: number } {
  const rows = system.processes.flatMap((process) => {
    const pid = process === 'sandbox' ? undefined : system.pidOf(process);
    return pid === undefined ? [] : [{ process, resident: residentMb(pid), own: ownMb(pid) }];
  });
  print(`\nmemory ${when}, resident and without what is shared`);
  for (const { process, resident, own } of rows)
    print(
      `  ${process.padEnd(16)} ${resident.toFixed(0).padStart(5)} ${own.toFixed(0).padStart(5)} MB`,
    );
  return {
    largest: Math.max(...rows.map(({ resident }) => resident)),
    sum: rows.reduce((sum, { own }) => sum + own, 0),
  };
}
