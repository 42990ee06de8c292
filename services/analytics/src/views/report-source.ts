import { type Table, type TableRow } from '../domain/report-table.ts';

/** A report's rows as a stream that can be read once. */
export interface RowSource {
  readonly table: Table;
  readonly rows: () => AsyncIterable<TableRow>;
}

/** The content of a file with totals. */
export interface ReportSource extends RowSource {
  readonly rowCount: number;
  /** The sums of all rows, by column. */
  readonly totals: TableRow;
}
