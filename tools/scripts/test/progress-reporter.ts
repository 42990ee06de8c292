import { rmSync } from 'node:fs';
import { relative } from 'node:path';
import { endWhereSomethingIsOpen } from './open-handles.ts';
import { note, progressFileOf } from './progress.ts';

interface Suite {
  readonly path: string;
}

interface SuiteResult {
  readonly numPassingTests: number;
  readonly numFailingTests: number;
  /** Why the suite did not load; of one that did, null or undefined. */
  readonly testExecError?: object | null;
}

/** Records when each suite begins and ends, so that a stopped run can be reported. */
class ProgressReporter {
  private readonly file: string;
  private readonly root: string;

  constructor({ rootDir, outputFile }: { rootDir: string; outputFile: string }) {
    this.root = rootDir;
    this.file = progressFileOf(outputFile);
    rmSync(this.file, { force: true });
  }

  onRunStart({ numTotalTestSuites }: { numTotalTestSuites: number }): void {
    note(this.file, { suites: numTotalTestSuites });
  }

  onTestFileStart({ path }: Suite): void {
    note(this.file, { begun: relative(this.root, path) });
  }

  onTestFileResult({ path }: Suite, result: SuiteResult): void {
    const { numPassingTests: passed, numFailingTests, testExecError } = result;
    // A suite that does not load is one failure, as in jest's own report.
    const failed = numFailingTests + (testExecError ? 1 : 0);
    note(this.file, { ended: relative(this.root, path), passed, failed });
  }

  onRunComplete(): void {
    endWhereSomethingIsOpen();
  }
}

export default ProgressReporter;
