/** The steps of a payout to which faults are applied. */
const steps = ['reserve', 'submit', 'confirm', 'settle', 'release', 'reverse'] as const;
export type SagaStep = (typeof steps)[number];
export const providers = ['card', 'wallet'] as const;
export type At = (typeof providers)[number];
/** Steps that differ in a run: no caller waits for the reserve, and a wallet's payouts are submitted as a group. */
const runSteps = ['reserve', 'submit'] as const;
type RunStep = (typeof runSteps)[number];

export type Row = `${SagaStep} (${At})` | `${RunStep} (run, ${At})`;
export const rowOf = (step: SagaStep, at: At): Row => `${step} (${at})`;
export const runRowOf = (step: RunStep, at: At): Row => `${step} (run, ${at})`;

const columns = [
  'killed before',
  'killed between',
  'killed after',
  'fails before',
  'fails after',
  'answer lost',
  'callback twice',
  'callbacks swapped',
  'callback lost',
] as const;
export type Column = (typeof columns)[number];

/** The steps that providers report by callback. */
export const calledBack = ['confirm', 'release', 'reverse'] as const;

const rowsOf = (step: SagaStep): Row[] => {
  const inRuns = runSteps.filter((one) => one === step);
  const ofRuns = inRuns.flatMap((one) => providers.map((at) => runRowOf(one, at)));
  return [...providers.map((at) => rowOf(step, at)), ...ofRuns];
};
const rows: readonly Row[] = steps.flatMap(rowsOf);

const isCell = (row: Row, column: Column): boolean =>
  !column.startsWith('callback') || calledBack.some((step) => row.startsWith(step));

/** The payout's step while the call of a row hangs. */
const stepsInRow: Readonly<Record<string, string>> = {
  reserve: 'reserving',
  submit: 'submitting',
  confirm: 'sent',
  settle: 'settling',
  release: 'releasing',
  reverse: 'restoring',
};
export const stepInRow = (row: Row): string | undefined => stepsInRow[row.replace(/ \(.*/, '')];

/** Killed before one step equals killed after the previous one was saved. */
export const rowBefore = new Map<Row, Row>(
  providers.flatMap((at): [Row, Row][] => [
    [rowOf('submit', at), rowOf('reserve', at)],
    [runRowOf('submit', at), runRowOf('reserve', at)],
    [rowOf('confirm', at), rowOf('submit', at)],
    [rowOf('settle', at), rowOf('confirm', at)],
  ]),
);

/** A payout that has ended, in each of the books. */
export interface Ending {
  readonly step: string;
  /** Transfers that the provider began for it, and those of them that it did not take back. */
  readonly made: number;
  readonly kept: number;
  /** The affiliate's reserved and paid amounts in the ledger, minor units. */
  readonly reservedMinor: number;
  readonly paidMinor: number;
}

/** The ledger's commands by ending; those of a void payout depend on the fault. */
export const effects = new Map([
  ['completed', 'Reserve Settle'],
  ['failed', 'Reserve Release'],
  ['reversed', 'Reserve Settle Restore'],
]);
/** Numbers of invoices and credit notes by ending. */
export const documents = new Map([
  ['completed', [1, 0]],
  ['reversed', [1, 1]],
]);

const LEGEND =
  'Each cell: how the payout ended, transfers made/not taken back, and of 60.00: reserved/paid';
const money = (minor: number): string => (minor / 100).toFixed(0);
const textOf = ({ step, made, kept, reservedMinor, paidMinor }: Ending): string =>
  `${step} ${String(made)}/${String(kept)} ${money(reservedMinor)}/${money(paidMinor)}`;

/** The only correct ending of each cell. */
function correctEnding(row: Row, column: Column): string {
  const isReserveOfRequest = row.startsWith('reserve (') && !row.includes('run');
  // Its caller got an error, or no response because the process died.
  if (isReserveOfRequest && column !== 'killed after') return 'void 0/0 0/0';
  if (row.startsWith('release')) return 'failed 1/0 0/0';
  if (row.startsWith('reverse')) return 'reversed 1/0 0/0';
  return 'completed 1/1 0/60';
}

/** A table of every step by every fault, filled with the endings of the payouts. */
export function openFaultTable() {
  const endings = new Map<string, string>();
  const at = (row: Row, column: Column): string => `${row}/${column}`;
  const cells = rows.flatMap((row) =>
    columns.filter((column) => isCell(row, column)).map((column) => [row, column] as const),
  );
  return {
    note: (row: Row, column: Column, ending: Ending): void => {
      endings.set(at(row, column), textOf(ending));
    },

    /** The actual and the correct endings, by cell. */
    actual: (): Record<string, string> => Object.fromEntries(endings),
    correct: (): Record<string, string> =>
      Object.fromEntries(
        cells.map(([row, column]) => [at(row, column), correctEnding(row, column)]),
      ),

    print: (): void => {
      const lines = [
        ['step', ...columns],
        ...rows.map((row) => [
          row,
          ...columns.map((column) =>
            isCell(row, column) ? (endings.get(at(row, column)) ?? 'MISSING') : '·',
          ),
        ]),
      ];
      const widths = ['step', ...columns].map((_, index) =>
        Math.max(...lines.map((line) => (line[index] ?? '').length)),
      );
      const text = lines.map((line) =>
        line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '),
      );
      process.stdout.write(`\n${LEGEND}\n${text.join('\n')}\n`);
    },
  };
}
