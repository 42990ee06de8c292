import { type BrandQuery, isBrandKind } from '../domain/brand-report.ts';
import { metricsOf } from '../domain/metrics.ts';
import { allTime } from '../domain/period.ts';
import { idsOf, type ReportKind } from '../domain/report.ts';
import { type ReportQuery } from '../domain/report-query.ts';
import { type TableRow } from '../domain/report-table.ts';
import { everyHour, HOURS_A_DAY, rowView } from '../domain/report-view.ts';
import { tableOf } from '../domain/tables.ts';
import { type FigureRow } from '../store/figures-port.ts';
import { type ReportSource, type RowSource } from '../views/report-source.ts';
import { inBatches } from './in-batches.ts';
import { type BrandReading, openBrandReport } from './read-brand-report.ts';

type AffiliateQuery = ReportQuery & { readonly kind: ReportKind };

const isOfAffiliate = (query: ReportQuery): query is AffiliateQuery => !isBrandKind(query.kind);

const named =
  (deps: BrandReading, { kind, currency }: AffiliateQuery) =>
  async (rows: FigureRow[]): Promise<TableRow[]> => {
    const keys = rows.map(({ _id }) => _id);
    const names = await deps.names.findNames(idsOf(kind, keys));
    return rows.map((row) => rowView(row, { kind, currency, names }));
  };

const queryOf = ({
  affiliateId,
  campaignId,
  linkId,
  period,
  currency,
  kind: by,
}: AffiliateQuery) => ({
  scope: { affiliateId, campaignId, linkId },
  period,
  currency,
  by,
});

async function* rowsOf(deps: BrandReading, query: AffiliateQuery): AsyncGenerator<TableRow> {
  const show = named(deps, query);
  if (query.kind === 'time_of_day') {
    const page = { skip: 0, limit: HOURS_A_DAY };
    yield* await show(everyHour(await deps.figures.list(queryOf(query), page)));
    return;
  }
  yield* inBatches(deps.figures.stream(queryOf(query)), show);
}

/** The query of a brand's report. What is due counts all orders until the end of the period. */
export function brandQueryOf({ kind, affiliateId: brandId, ...query }: ReportQuery): BrandQuery {
  if (!isBrandKind(kind)) throw new Error(`${kind} is no report of a brand`);
  const { campaignId, onlyAffiliateId: affiliateId, currency } = query;
  const period =
    kind === 'payouts_due' ? { start: allTime.start, end: query.period.end } : query.period;
  return { kind, brandId, campaignId, affiliateId, period, currency };
}

/** The rows without totals, read on demand. */
export const openRows = (deps: BrandReading, query: ReportQuery): RowSource => ({
  table: tableOf(query),
  rows: () =>
    isOfAffiliate(query) ? rowsOf(deps, query) : openBrandReport(deps, brandQueryOf(query)).rows(),
});

/** Opens a report for writing; counts its rows and computes the totals first. */
export async function openReport(deps: BrandReading, query: ReportQuery): Promise<ReportSource> {
  const source = openRows(deps, query);
  if (!isOfAffiliate(query)) {
    const { rows: rowCount, totals } = await openBrandReport(deps, brandQueryOf(query)).total();
    return { ...source, rowCount, totals };
  }
  const { rows, figures } = await deps.figures.totalOf(queryOf(query));
  return {
    ...source,
    rowCount: query.kind === 'time_of_day' ? HOURS_A_DAY : rows,
    totals: metricsOf(figures, query.currency),
  };
}
