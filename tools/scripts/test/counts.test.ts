import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJestReport, readSummary, summaryLine } from './counts.ts';

describe('the sum of a test run', () => {
  it('takes the last summary line a program printed', () => {
    expect(readSummary('1 passed, 2 failed\nok\n7 passed, 0 failed\n')).toEqual({
      passed: 7,
      failed: 0,
    });
    expect(readSummary('nothing of the kind')).toBeUndefined();
  });

  const suite = (name: string, ...statuses: string[]) => ({
    name,
    status:
      statuses.every((status) => status === 'passed') && statuses.length > 0 ? 'passed' : 'failed',
    assertionResults: statuses.map((status) => ({ status })),
  });

  const withReport = (content: object, check: (file: string) => void): void => {
    const folder = mkdtempSync(join(tmpdir(), 'counts-'));
    const file = join(folder, 'report.json');
    writeFileSync(file, JSON.stringify(content));
    check(file);
    rmSync(folder, { recursive: true });
  };

  it('counts a file that does not load as a failure, because its tests did not run', () => {
    const testResults = [
      suite('/a.test.ts', 'passed', 'passed', 'passed'),
      suite('/b.test.ts', 'passed', 'failed'),
      suite('/c.test.ts'),
    ];
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numRuntimeErrorTestSuites: 1,
      testResults,
    };
    withReport(report, (file) => {
      expect(readJestReport(file, Date.now())).toEqual({
        counts: { passed: 4, failed: 2 },
        failedSuites: ['/b.test.ts', '/c.test.ts'],
        countsOfOthers: { passed: 3, failed: 0 },
      });
      expect(readJestReport(file, Date.now() + 60_000)).toBeUndefined();
      expect(readJestReport(join(file, 'none.json'), 0)).toBeUndefined();
    });
  });

  it('ends with the line that continuous integration reads', () => {
    expect(summaryLine({ passed: 12, failed: 0 })).toBe('12 passed, 0 failed');
  });
});
