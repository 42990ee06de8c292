import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { add, type Counts, NOTHING } from './counts.ts';

/** How far a run has come. It is written down step by step, as jest's own report is lost with a run that is stopped. */
export interface Progress {
  /** Of the suites that have ended. */
  readonly counts: Counts;
  /** Suites that have begun and not ended, in the order in which they began. */
  readonly running: readonly string[];
  /** How many suites have not begun. */
  readonly waiting: number;
}

type Note =
  | { readonly suites: number }
  | { readonly begun: string }
  | ({ readonly ended: string } & Counts);

/** The file beside jest's report that the reporter keeps. */
export const progressFileOf = (report: string): string => `${report}l`;

export const note = (file: string, line: Note): void => {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
};

/** What was written down so far; nothing where no run has begun since the time given, in milliseconds. */
export function readProgress(file: string, since: number): Progress {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  // File times are coarser than the clock.
  if (written === undefined || written < since - 1000) {
    return { counts: NOTHING, running: [], waiting: 0 };
  }
  // The last line may be half written.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const running = new Set<string>();
  let counts = NOTHING;
  let waiting = 0;
  for (const line of lines) {
    const entry = JSON.parse(line) as Note;
    if ('suites' in entry) waiting = entry.suites;
    else if ('begun' in entry) {
      running.add(entry.begun);
      waiting -= 1;
    } else {
      running.delete(entry.ended);
      counts = add(counts, entry);
    }
  }
  return { counts, running: [...running], waiting };
}

/** What was lost by stopping a run, as lines for people. */
export const lossLines = ({ running, waiting }: Progress): string[] => [
  ...running.map((suite) => `still running: ${suite}`),
  ...(waiting > 0 ? [`not begun: ${String(waiting)} suites`] : []),
];
