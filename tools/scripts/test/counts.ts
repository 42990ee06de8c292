import { readFileSync, statSync } from 'node:fs';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export const NOTHING: Counts = { passed: 0, failed: 0 };

/** Something that went wrong without being a test. */
export const FAILURE: Counts = { passed: 0, failed: 1 };

export const add = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
});

export const summaryLine = ({ passed, failed }: Counts): string =>
  `${passed} passed, ${failed} failed`;

/** The last summary line in what a program printed. */
export function readSummary(output: string): Counts | undefined {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return last === undefined ? undefined : { passed: Number(last[1]), failed: Number(last[2]) };
}

interface SuiteReport {
  /** Absolute path of the suite. */
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly SuiteReport[];
}

export interface JestResult {
  readonly counts: Counts;
  /** The paths of the suites with a failure. */
  readonly failedSuites: readonly string[];
  /** The counts without those suites. */
  readonly countsOfOthers: Counts;
}

/**
 * Jest's own counts, where a file that does not even load is one failure; undefined when jest has
 * written none since the time given, in milliseconds.
 */
export function readJestReport(file: string, since: number): JestResult | undefined {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  // File times are coarser than the clock.
  if (written === undefined || written < since - 1000) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8')) as JestReport;
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  const passedInFailed = failed
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  return {
    counts: {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    },
    failedSuites: failed.map(({ name }) => name),
    countsOfOthers: { passed: report.numPassedTests - passedInFailed, failed: 0 },
  };
}
