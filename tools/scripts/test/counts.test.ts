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

  it('counts a file that does not load as a failure, because its tests did not run', () => {
    const folder = mkdtempSync(join(tmpdir(), 'counts-'));
    const file = join(folder, 'report.json');
    const report = { numPassedTests: 4, numFailedTests: 1, numRuntimeErrorTestSuites: 2 };
    writeFileSync(file, JSON.stringify(report));
    expect(readJestReport(file, Date.now())).toEqual({ passed: 4, failed: 3 });
    expect(readJestReport(file, Date.now() + 60_000)).toBeUndefined();
    expect(readJestReport(join(folder, 'none.json'), 0)).toBeUndefined();
    rmSync(folder, { recursive: true });
  });

  it('is said in the words that are looked for', () => {
    expect(summaryLine({ passed: 12, failed: 0 })).toBe('12 passed, 0 failed');
  });
});
