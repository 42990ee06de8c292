import { type Deps } from '../deps.ts';
import { idsOf } from '../domain/report.ts';
import { type ReportQuery, type TableRow } from '../domain/report-table.ts';
import { everyHour, HOURS_A_DAY, rowView } from '../domain/report-view.ts';
import { type FigureRow } from '../store/figures.ts';
import { type ReportSource, type RowSource } from '../views/report-source.ts';

type Reading = Pick<Deps, 'figures' | 'names'>;

/** The number of rows whose names are read at once. */
const BATCH = 500;

async function named(deps: Reading, query: ReportQuery, rows: FigureRow[]): Promise<TableRow[]> {
  const { kind, currency } = query;
  const keys = rows.map(({ _id }) => _id);
  const names = await deps.names.findNames(idsOf(kind, keys));
  return rows.map((row) => rowView(row, { kind, currency, names }));
}

const queryOf = ({ affiliateId, campaignId, linkId, period, currency, kind: by }: ReportQuery) => ({
  scope: { affiliateId, campaignId, linkId },
  period,
  currency,
  by,
});

async function* rowsOf(deps: Reading, query: ReportQuery): AsyncGenerator<TableRow> {
  if (query.kind === 'time_of_day') {
    const page = { skip: 0, limit: HOURS_A_DAY };
    yield* await named(deps, query, everyHour(await deps.figures.list(queryOf(query), page)));
    return;
  }
  let batch: FigureRow[] = [];
  for await (const row of deps.figures.stream(queryOf(query))) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield* await named(deps, query, batch);
    batch = [];
  }
  yield* await named(deps, query, batch);
}

/** The rows without totals, read on demand. */
export const openRows = (deps: Reading, query: ReportQuery): RowSource => ({
  query,
  rows: () => rowsOf(deps, query),
});

/** Opens a report for writing; counts its rows and computes the totals first. */
export async function openReport(deps: Reading, query: ReportQuery): Promise<ReportSource> {
  const { rows, figures } = await deps.figures.totalOf(queryOf(query));
  return {
    ...openRows(deps, query),
    rowCount: query.kind === 'time_of_day' ? HOURS_A_DAY : rows,
    totals: figures,
  };
}
