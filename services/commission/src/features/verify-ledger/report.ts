/** Something that the books say in two ways. */
export interface Difference {
  /** What was checked: `hash`, `sequence`, `account`, `clearing`, `balance`, `transaction`, `commission`, `earning`, `reservation`, `sum`. */
  readonly check: string;
  /** Where: an account, a sum, a transaction's or a commission's id. */
  readonly at: string;
  readonly expected: string;
  readonly found: string;
}

export interface LedgerReport {
  readonly balanced: boolean;
  readonly entries: number;
  readonly accounts: number;
  /** The first of them; `balanced` is false also where there are more. */
  readonly differences: readonly Difference[];
}

const SHOWN = 100;

/** Collects what the checks find. */
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
    if (expected === found || differences.length === SHOWN) return;
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
     * Notes a difference where the two are not the same.
     * @param at a function where telling it takes as long as comparing
     */
    expect,
    /** Checks what can make no sense at all, such as a rate that is no number: that is a difference too. */
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
