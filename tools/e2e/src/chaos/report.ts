import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { type TimedAnswer } from '../calls-of-every-service.ts';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

type Timed = Pick<TimedAnswer, 'ms'>;
interface Answered extends Pick<TimedAnswer, 'ms' | 'status'> {
  /** Of a failure, where it is known. */
  readonly reason?: string | undefined;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const sortedMs = (answers: readonly Timed[]): number[] =>
  answers.map(({ ms }) => ms).sort((a, b) => a - b);

/** The 99th percentile of durations, ms. */
export const p99Of = (answers: readonly Timed[]): number => percentile(sortedMs(answers), 0.99);

/** Median, 99th percentile and maximum in one line. */
export function durationsOf(answers: readonly Timed[]): string {
  const sorted = sortedMs(answers);
  const figures = [percentile(sorted, 0.5), percentile(sorted, 0.99), sorted.at(-1) ?? 0];
  const [median = '', p99 = '', longest = ''] = figures.map((ms) => ms.toFixed(0));
  return `median ${median} ms, p99 ${p99} ms, longest ${longest} ms`;
}

/** The durations of calls by what `nameOf` calls them, in one line each. */
export const durationsBy = <Answer extends Timed>(
  answers: readonly Answer[],
  nameOf: (answer: Answer) => string,
): string[] =>
  [...Map.groupBy(answers, nameOf)].map(
    ([name, some]) => `${name}: ${String(some.length)} calls, ${durationsOf(some)}`,
  );

/** An answer of 5xx, or none. */
export const isFailure = ({ status }: Pick<Answered, 'status'>): boolean =>
  status === 0 || status >= 500;

/** The most that a fault may cost those who call; what is absent is not limited. */
export interface Limits {
  readonly failed?: number;
  readonly p99Ms?: number;
  /** Of calls that begin before the end of the fault, from its begin on. */
  readonly slowestMs?: number;
  /** From the end of the fault until all work again, s. */
  readonly recoveredS?: number;
}

/** What one fault did to those who called. */
export interface ReportRow {
  /** The goal that it shows, R1 to R23; see docs/reliability.md. */
  readonly goal: string;
  readonly fault: string;
  /** Calls from the begin of the fault until all had recovered. */
  readonly calls: number;
  /** How many of them failed, and how. */
  readonly failed: string;
  readonly p99Ms: number;
  readonly slowestMs: number;
  readonly recoveredS: string;
  readonly limits: string;
  /** The limits that were exceeded, or "met". */
  readonly verdict: string;
}

/** What one program of faults showed. */
export interface Report {
  readonly title: string;
  readonly rows: readonly ReportRow[];
  readonly lines: readonly string[];
  /** What was lost, doubled or wrong. */
  readonly problems: readonly string[];
}

export const emptyReport = (title: string): Report => ({
  title,
  rows: [],
  lines: [],
  problems: [],
});

/** One line for broken invariants, or for other things of which there should be none. */
export const listOf = (what: string, items: readonly string[]): string =>
  `${what}: ${items.length === 0 ? 'none' : items.join('; ')}`;

const HEAD = [
  'goal',
  'fault',
  'calls',
  'failed',
  'p99 ms',
  'slowest ms',
  'recovered after s',
  'pass figures',
  'verdict',
];

const failuresOf = (answers: readonly Answered[]): string => {
  const kindOf = ({ status, reason = '' }: Answered): string =>
    `${status === 0 ? 'no answer' : String(status)} ${reason}`.trimEnd();
  const by = Map.groupBy(answers.filter(isFailure), kindOf);
  const kinds = [...by].map(([kind, { length }]) => `${String(length)} × ${kind}`);
  return kinds.length === 0 ? '0' : kinds.join(', ');
};

interface Measured {
  readonly goal: string;
  readonly fault: string;
  readonly answers: readonly Answered[];
  /** Those whose 99th percentile counts; default: all. */
  readonly short?: readonly Answered[];
  /** Those whose longest counts, begun before the end of the fault; default: all. */
  readonly begunDuring?: readonly Answered[];
  /** Undefined where recovery was not measured. */
  readonly recoveredS?: number;
}

/** The row of a fault: what its calls met, and whether that is within the limits. */
export function rowOf(
  { goal, fault, answers, short = answers, begunDuring = answers, recoveredS }: Measured,
  limits: Limits,
): ReportRow {
  const failed = answers.filter(isFailure).length;
  const p99Ms = Math.round(p99Of(short));
  const slowestMs = Math.round(Math.max(0, ...begunDuring.map(({ ms }) => ms)));
  const all: readonly (readonly [number | undefined, number | undefined, string])[] = [
    [limits.failed, failed, 'failed'],
    [limits.p99Ms, p99Ms, 'ms p99'],
    [limits.slowestMs, slowestMs, 'ms slowest'],
    [limits.recoveredS, recoveredS, 's until recovered'],
  ];
  const limited = all.flatMap(([limit, value, unit]) =>
    limit === undefined
      ? []
      : [{ text: `≤ ${String(limit)} ${unit}`, isMet: (value ?? 0) <= limit }],
  );
  const missed = limited.filter(({ isMet }) => !isMet);
  return {
    goal,
    fault,
    calls: answers.length,
    failed: failuresOf(answers),
    p99Ms,
    slowestMs,
    recoveredS: recoveredS?.toFixed(1) ?? '',
    limits: limited.map(({ text }) => text).join(', '),
    verdict:
      missed.length === 0 ? 'met' : `**missed: ${missed.map(({ text }) => text).join(', ')}**`,
  };
}

const table = (rows: readonly ReportRow[]): string[] => {
  if (rows.length === 0) return [];
  const cells = rows.map((row) => Object.values(row).map(String));
  const lines = [HEAD, HEAD.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`);
  return [...lines, ''];
};

/** A report as Markdown. */
export const sectionOf = ({ title, rows, lines, problems }: Report): string =>
  [
    `## ${title}`,
    '',
    ...table(rows),
    ...lines.map((line) => `- ${line}`),
    `- **${problems.length === 0 ? 'nothing lost, doubled or wrong' : `WRONG: ${problems.join('; ')}`}**`,
    '',
  ].join('\n');

/** How a run was made. */
export interface Run {
  readonly minutes: number;
  /** By which faults and loads were shortened. */
  readonly share: number;
  /** The load average of the machine before and after it: what other programs did meanwhile. */
  readonly loads: readonly [number, number];
}

/** Writes a run's reports to a file. */
export function writeReports(reports: readonly Report[], file: string, run: Run): void {
  const machine = `${String(cpus().length)} cores, ${String(Math.round(totalmem() / 2 ** 30))} GB`;
  const day = new Date().toISOString().slice(0, 10);
  const shortened =
    run.share === 1 ? '' : `, faults and loads at ${String(run.share)} of their length`;
  const [before, after] = run.loads.map((load) => load.toFixed(0));
  const text = [
    '# A run of the faults',
    '',
    `\`npm run chaos\`, ${day}, ${run.minutes.toFixed(0)} minutes on a machine with ${machine}${shortened}. Other programs ran beside it: the machine's load average was ${before} before it and ${after} after it. The goals are those of [reliability.md](reliability.md).`,
    '',
    ...reports.map(sectionOf),
  ].join('\n');
  writeFileSync(file, text);
}
