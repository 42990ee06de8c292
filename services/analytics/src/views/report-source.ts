import { type Figures } from '../domain/metrics.ts';
import { type ReportQuery, type TableRow } from '../domain/report-table.ts';

/** A report's rows. They come once; any number of them fits. */
export interface RowSource {
  readonly query: ReportQuery;
  readonly rows: () => AsyncIterable<TableRow>;
}

/** Everything a file with totals is written from. */
export interface ReportSource extends RowSource {
  readonly rowCount: number;
  readonly totals: Figures;
}
