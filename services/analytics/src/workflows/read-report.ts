import { type Deps } from '../deps.ts';
import { idsOf } from '../domain/report.ts';
import { type ReportAsked, type TableRow } from '../domain/report-table.ts';
import { everyHour, rowView } from '../domain/report-view.ts';
import { type FigureRow } from '../store/figures.ts';
import { type ReportSource, type RowSource } from '../views/report-source.ts';

type Reading = Pick<Deps, 'figures' | 'names'>;

const HOURS_A_DAY = 24;
/** Names are asked for so many rows at once. */
const BATCH = 500;

async function named(deps: Reading, asked: ReportAsked, rows: FigureRow[]): Promise<TableRow[]> {
  const { kind, currency } = asked;
  const keys = rows.map(({ _id }) => _id);
  const names = await deps.names.findNames(idsOf(kind, keys));
  return rows.map((row) => rowView(row, { kind, currency, names }));
}

const queryOf = ({ affiliateId, campaignId, linkId, period, currency, kind: by }: ReportAsked) => ({
  scope: { affiliateId, campaignId, linkId },
  period,
  currency,
  by,
});

async function* rowsOf(deps: Reading, asked: ReportAsked): AsyncGenerator<TableRow> {
  if (asked.kind === 'time_of_day') {
    const page = { skip: 0, limit: HOURS_A_DAY };
    yield* await named(deps, asked, everyHour(await deps.figures.list(queryOf(asked), page)));
    return;
  }
  let batch: FigureRow[] = [];
  for await (const row of deps.figures.stream(queryOf(asked))) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield* await named(deps, asked, batch);
    batch = [];
  }
  yield* await named(deps, asked, batch);
}

/** The rows alone, of which nothing is read before the first is asked for. */
export const openRows = (deps: Reading, asked: ReportAsked): RowSource => ({
  asked,
  rows: () => rowsOf(deps, asked),
});

/** Opens a report for writing, which counts and adds up its rows first. */
export async function openReport(deps: Reading, asked: ReportAsked): Promise<ReportSource> {
  const { rows, figures } = await deps.figures.totalOf(queryOf(asked));
  return {
    ...openRows(deps, asked),
    rowCount: asked.kind === 'time_of_day' ? HOURS_A_DAY : rows,
    totals: figures,
  };
}
