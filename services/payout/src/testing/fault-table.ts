/** The steps of a payout, and what may go wrong with each. */
const steps = ['reserve', 'submit', 'confirm', 'settle', 'release', 'take back'] as const;
export type SagaStep = (typeof steps)[number];
export const providers = ['card', 'wallet'] as const;
export type At = (typeof providers)[number];
/** In a run these go another way: nobody waits for the reserve, and a wallet's payouts are submitted together. */
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

/** Providers call back on these steps alone. */
export const calledBack = ['confirm', 'release', 'take back'] as const;

const rowsOf = (step: SagaStep): Row[] => {
  const inRuns = runSteps.filter((one) => one === step);
  const ofRuns = inRuns.flatMap((one) => providers.map((at) => runRowOf(one, at)));
  return [...providers.map((at) => rowOf(step, at)), ...ofRuns];
};
const rows: readonly Row[] = steps.flatMap(rowsOf);

const isCell = (row: Row, column: Column): boolean =>
  !column.startsWith('callback') || calledBack.some((step) => row.startsWith(step));

/** What a payout's step is while the call hangs that its row means. */
const stepsInRow: Readonly<Record<string, string>> = {
  reserve: 'reserving',
  submit: 'submitting',
  confirm: 'sent',
  settle: 'settling',
  release: 'releasing',
  'take back': 'restoring',
};
export const stepInRow = (row: Row): string | undefined => stepsInRow[row.replace(/ \(.*/, '')];

/** Killed before one step is killed after the one before it was written down. */
export const rowBefore = new Map<Row, Row>(
  providers.flatMap((at): [Row, Row][] => [
    [rowOf('submit', at), rowOf('reserve', at)],
    [runRowOf('submit', at), runRowOf('reserve', at)],
    [rowOf('confirm', at), rowOf('submit', at)],
    [rowOf('settle', at), rowOf('confirm', at)],
  ]),
);

/** What was found of a payout that has come to rest, in each of the books. */
export interface Ending {
  readonly step: string;
  /** Transfers that the provider ever began for it, and those of them that it did not take back. */
  readonly made: number;
  readonly kept: number;
  /** What the ledger has set aside for its affiliate, and has as paid, minor units. */
  readonly reservedMinor: number;
  readonly paidMinor: number;
}

/** What the ledger did for each ending; of one that came to nothing nobody knows how far it got. */
export const effects = new Map([
  ['completed', 'Reserve Settle'],
  ['failed', 'Reserve Release'],
  ['reversed', 'Reserve Settle Restore'],
]);
/** Its invoice, and the credit note on it. */
export const documents = new Map([
  ['completed', [1, 0]],
  ['reversed', [1, 1]],
]);

const LEGEND =
  'Each cell: how the payout ended, transfers made/not taken back, and of 60.00: reserved/paid';
const money = (minor: number): string => (minor / 100).toFixed(0);
const textOf = ({ step, made, kept, reservedMinor, paidMinor }: Ending): string =>
  `${step} ${String(made)}/${String(kept)} ${money(reservedMinor)}/${money(paidMinor)}`;

/** The only good end of each cell. */
function goodEnd(row: Row, column: Column): string {
  const isAskedReserve = row.startsWith('reserve (') && !row.includes('run');
  // Its caller was told that it failed, or died with the process.
  if (isAskedReserve && column !== 'killed after') return 'void 0/0 0/0';
  if (row.startsWith('release')) return 'failed 1/0 0/0';
  if (row.startsWith('take back')) return 'reversed 1/0 0/0';
  return 'completed 1/1 0/60';
}

/** A table of every step by every fault, filled with what was found. */
export function openFaultTable() {
  const found = new Map<string, string>();
  const at = (row: Row, column: Column): string => `${row}/${column}`;
  const cells = rows.flatMap((row) =>
    columns.filter((column) => isCell(row, column)).map((column) => [row, column] as const),
  );
  return {
    note: (row: Row, column: Column, ending: Ending): void => {
      found.set(at(row, column), textOf(ending));
    },

    /** All that was found, and all that should be, by cell. */
    found: (): Record<string, string> => Object.fromEntries(found),
    good: (): Record<string, string> =>
      Object.fromEntries(cells.map(([row, column]) => [at(row, column), goodEnd(row, column)])),

    print: (): void => {
      const lines = [
        ['step', ...columns],
        ...rows.map((row) => [
          row,
          ...columns.map((column) =>
            isCell(row, column) ? (found.get(at(row, column)) ?? 'MISSING') : '·',
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
