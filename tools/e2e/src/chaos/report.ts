import { type TimedAnswer } from '../calls-of-every-service.ts';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** The 99th percentile of durations, ms. */
export const p99Of = (answers: readonly TimedAnswer[]): number =>
  percentile(
    answers.map(({ ms }) => ms).sort((a, b) => a - b),
    0.99,
  );

/** Median, 99th percentile and maximum in one line. */
export function durationsOf(answers: readonly TimedAnswer[]): string {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const figures = [percentile(sorted, 0.5), percentile(sorted, 0.99), sorted.at(-1) ?? 0];
  const [median = '', p99 = '', longest = ''] = figures.map((ms) => ms.toFixed(0));
  return `median ${median} ms, p99 ${p99} ms, longest ${longest} ms`;
}
