import { type Outcome } from './measurements.ts';

/** What is counted of one kind of thing, from a moment on. */
export interface Tally {
  readonly answer: (bornS: number, atS: number) => void;
  readonly effect: (atS: number) => void;
  readonly outcome: () => Omit<Outcome, 'failed'>;
  /** The end of the last effect, s. */
  readonly lastS: () => number;
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const countUntil = (times: readonly number[], atS: number): number =>
  times.filter((one) => one <= atS).length;

/** @param fromS begin of what counts; @param untilS end of the load */
export function openTally({ fromS, untilS }: { fromS: number; untilS: number }): Tally {
  const answered: number[] = [];
  const done: number[] = [];
  const ms: number[] = [];
  const backlogAt = (atS: number): number =>
    Math.max(0, countUntil(answered, atS) - countUntil(done, atS));
  return {
    answer: (bornS, atS) => {
      answered.push(atS);
      if (bornS >= fromS) ms.push((atS - bornS) * 1_000);
    },
    effect: (atS) => void done.push(atS),
    outcome: () => {
      const sorted = ms.toSorted((a, b) => a - b);
      const halfS = (fromS + untilS) / 2;
      return {
        perSecond: (countUntil(answered, untilS) - countUntil(answered, fromS)) / (untilS - fromS),
        p50Ms: quantile(sorted, 0.5),
        p95Ms: quantile(sorted, 0.95),
        backlog: backlogAt(untilS),
        backlogPerSecond: (backlogAt(untilS) - backlogAt(halfS)) / (untilS - halfS),
      };
    },
    lastS: () => done.reduce((last, one) => Math.max(last, one), 0),
  };
}
