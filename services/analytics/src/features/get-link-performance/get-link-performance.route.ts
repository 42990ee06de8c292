import { z } from 'zod';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { metricsOf, sumOfFigures } from '../../domain/metrics.ts';
import {
  metricsSchema,
  periodSchema,
  periodView,
  reportQuery,
  seriesSchema,
  seriesView,
} from '../../domain/performance-view.ts';
import { getOwnLink } from '../../workflows/copy-names.ts';
import { allTime, bucketsOf, periodOf, periodErrors } from '../../domain/period.ts';
import { countedFromEvents } from '../../views/freshness.ts';

const query = z
  .strictObject({ start_date: startDate.optional(), end_date: endDate.optional(), ...reportQuery })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

type FigureQuery = z.output<typeof query>;

/** A link's figures for its owner. @throws not_found, also for another affiliate's link */
const getLinkPerformance =
  (deps: Deps) => async (linkId: string, affiliateId: string, filters: FigureQuery) => {
    const link = await getOwnLink(deps, linkId, affiliateId);
    const { currency, interval } = filters;
    const period = periodOf({ start: filters.start_date, end: filters.end_date }, deps.clock.now());
    const buckets = bucketsOf(period, interval);
    const scope = { affiliateId, linkId };
    const [lifetime, series] = await Promise.all([
      deps.figures.total(scope, allTime, currency),
      deps.figures.series(scope, period, { currency, interval }),
    ]);
    return {
      link_id: linkId,
      tracking_code: link.trackingCode,
      period: periodView(period),
      currency,
      metrics: metricsOf(sumOfFigures(series.values()), currency),
      lifetime: metricsOf(lifetime, currency),
      series: seriesView(buckets, series, (figures) => metricsOf(figures, currency)),
    };
  };

export const getLinkPerformanceRoute = (deps: Deps) =>
  route({
    operationId: 'getLinkPerformance',
    method: 'get',
    path: '/api/affiliate/links/:link_id/performance',
    summary: 'Clicks, conversions and commission of one link',
    description: 'Without dates: the last 30 days; `lifetime` is of all time. ' + countedFromEvents,
    allow: ['affiliate'],
    permission: 'analytics:read',
    params: z.object({ link_id: z.uuid() }),
    query,
    response: z.object({
      link_id: z.uuid(),
      tracking_code: z.string(),
      period: periodSchema,
      currency: z.string(),
      metrics: metricsSchema,
      lifetime: metricsSchema,
      series: seriesSchema,
    }),
    errors: periodErrors,
    handle: ({ params, query: filters, actor }) =>
      getLinkPerformance(deps)(params.link_id, actor.id, filters),
  });
