/** Two records that contradict each other. */
export interface Difference {
  /** What was checked: `hash`, `sequence`, `account`, `clearing`, `balance`, `transaction`, `commission`, `earning`, `reservation`, `sum`. */
  readonly check: string;
  /** The account, sum, transaction or commission. */
  readonly at: string;
  readonly expected: string;
  readonly found: string;
}

export interface LedgerReport {
  readonly balanced: boolean;
  readonly entries: number;
  readonly accounts: number;
  /** The first 100. */
  readonly differences: readonly Difference[];
}

const MAX_DIFFERENCES = 100;

/** Collects the differences that the checks find. */
export function openReport() {
  const differences: Difference[] = [];
  let entries = 0;
  let accounts = 0;
  const expect = (
    check: string,
    at: string | (() => string),
    expected: string | number,
    found: string | number,
  ): void => {
    if (expected === found || differences.length === MAX_DIFFERENCES) return;
    const where = typeof at === 'string' ? at : at();
    differences.push({ check, at: where, expected: String(expected), found: String(found) });
  };
  return {
    countEntry: () => {
      entries += 1;
    },
    countAccount: () => {
      accounts += 1;
    },
    /**
     * Records a difference where the two are not equal.
     * @param at a function where building the text takes as long as comparing
     */
    expect,
    /** Runs a check that may throw, for instance by a malformed rate; an error is recorded as a difference. */
    attempt: (check: string, at: string, work: () => void): void => {
      try {
        work();
      } catch (error) {
        expect(check, at, 'what can be computed', String(error));
      }
    },
    close: (): LedgerReport => ({
      balanced: differences.length === 0,
      entries,
      accounts,
      differences,
    }),
  };
}
export type OpenReport = ReturnType<typeof openReport>;
