import { pageRequestOf, paginationOf } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { metricsOf } from '../../domain/metrics.ts';
import { periodView } from '../../domain/performance-view.ts';
import { periodOf } from '../../domain/period.ts';
import { idsOf, type ReportKind } from '../../domain/report.ts';
import { everyHour, HOURS_A_DAY, rowView } from '../../domain/report-view.ts';

type GetReportDeps = Pick<Deps, 'clock' | 'figures' | 'names'>;

interface Input {
  readonly kind: ReportKind;
  readonly affiliateId: string;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
  readonly currency: string;
  readonly page: number;
  readonly perPage: number;
}

/** One page of an affiliate's report, sorted by earnings, with the totals of all rows. */
export const getReport = (deps: GetReportDeps) => async (input: Input) => {
  const { kind, affiliateId, campaignId, linkId, currency, page, perPage } = input;
  const period = periodOf(input, deps.clock.now());
  const query = { scope: { affiliateId, campaignId, linkId }, period, currency, by: kind };
  const isByHour = kind === 'time_of_day';
  const shown = pageRequestOf(page, perPage);
  const wanted = isByHour ? { skip: 0, limit: HOURS_A_DAY } : shown;
  const { rows: found, total } = await deps.figures.listWithTotals(query, wanted);
  const rows = isByHour ? everyHour(found).slice(shown.skip, shown.skip + shown.limit) : found;
  const names = await deps.names.findNames(
    idsOf(
      kind,
      rows.map(({ _id }) => _id),
    ),
  );
  return {
    kind,
    period: periodView(period),
    currency,
    rows: rows.map((row) => rowView(row, { kind, currency, names })),
    totals: metricsOf(total.figures, currency),
    pagination: paginationOf(page, perPage, isByHour ? HOURS_A_DAY : total.rows),
  };
};
