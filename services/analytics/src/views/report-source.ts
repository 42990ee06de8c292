import { type Figures } from '../domain/metrics.ts';
import { type ReportQuery, type TableRow } from '../domain/report-table.ts';

/** A report's rows as a stream that can be read once. */
export interface RowSource {
  readonly query: ReportQuery;
  readonly rows: () => AsyncIterable<TableRow>;
}

/** The content of a file with totals. */
export interface ReportSource extends RowSource {
  readonly rowCount: number;
  readonly totals: Figures;
}
