import { z } from 'zod';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { periodErrors } from '../../domain/period.ts';
import {
  metricsSchema,
  periodSchema,
  reportQuery,
  seriesSchema,
} from '../../domain/performance-view.ts';
import { getAffiliatePerformance } from './get-affiliate-performance.ts';
import { countedFromEvents } from '../../views/freshness.ts';

const query = z
  .strictObject({
    start_date: startDate.optional(),
    end_date: endDate.optional(),
    campaign_id: z.uuid().optional(),
    link_id: z.uuid().optional(),
    ...reportQuery,
  })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

export const getAffiliatePerformanceRoute = (deps: Deps) =>
  route({
    operationId: 'getAffiliatePerformance',
    method: 'get',
    path: '/api/affiliate/analytics/performance',
    summary: 'Clicks, conversions, earnings and EPC, with the period before',
    description:
      'Without dates: the last 30 days. Bots and other invalid clicks are in gross_clicks only. ' +
      countedFromEvents,
    allow: ['affiliate'],
    permission: 'analytics:read',
    query,
    response: z.object({
      period: periodSchema,
      currency: z.string(),
      metrics: metricsSchema,
      series: seriesSchema,
      previous_period: periodSchema
        .extend({ metrics: metricsSchema })
        .meta({ id: 'MetricsPeriod', description: 'The figures of another period' }),
    }),
    errors: periodErrors,
    handle: ({ query: filters, actor }) =>
      getAffiliatePerformance(deps)({
        affiliateId: actor.id,
        start: filters.start_date,
        end: filters.end_date,
        campaignId: filters.campaign_id,
        linkId: filters.link_id,
        interval: filters.interval,
        currency: filters.currency,
      }),
  });
