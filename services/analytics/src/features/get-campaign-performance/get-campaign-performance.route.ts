import { z } from 'zod';
import { currencySchema } from '@tributary/money';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { periodErrors } from '../../domain/period.ts';
import {
  brandMetricsSchema,
  periodSchema,
  brandSeriesSchema,
  reportQuery,
} from '../../domain/performance-view.ts';
import { getCampaignPerformance } from './get-campaign-performance.ts';
import { countedFromEvents } from '../../views/freshness.ts';

const query = z
  .strictObject({
    start_date: startDate.optional(),
    end_date: endDate.optional(),
    ...reportQuery,
    currency: currencySchema.optional().describe('The campaign’s own where it is left out'),
  })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

export const getCampaignPerformanceRoute = (deps: Deps) =>
  route({
    operationId: 'getCampaignPerformance',
    method: 'get',
    path: '/api/brand/campaigns/:campaign_id/performance',
    summary: 'What a campaign brought and cost',
    description:
      'Without dates: the last 30 days. Impressions are those of the hours that begin in the period. ' +
      countedFromEvents,
    allow: ['brand'],
    permission: 'analytics:read',
    params: z.object({ campaign_id: z.uuid() }),
    query,
    response: z.object({
      campaign_id: z.uuid(),
      period: periodSchema,
      currency: z.string(),
      metrics: brandMetricsSchema
        .extend({ impressions: z.int() })
        .meta({ id: 'CampaignMetrics', description: 'The figures of a campaign in a period' }),
      budget: z
        .object({
          total: z.number().nullable(),
          spent: z.number().describe('commissions of all time that stand'),
          left: z.number().nullable(),
          currency: z.string(),
        })
        .meta({ id: 'BudgetUse', description: 'What a campaign may spend, and spent' }),
      per_status: z.record(z.string(), z.int()),
      series: brandSeriesSchema,
      top_affiliates: z.array(
        brandMetricsSchema
          .extend({ affiliate_id: z.uuid() })
          .meta({ id: 'AffiliateMetrics', description: 'The figures of one affiliate' }),
      ),
      previous_period: periodSchema
        .extend({ metrics: brandMetricsSchema })
        .meta({ id: 'BrandMetricsPeriod', description: 'The figures of another period' }),
    }),
    errors: periodErrors,
    handle: ({ params, query: filters, actor }) =>
      getCampaignPerformance(deps)({
        campaignId: params.campaign_id,
        brandId: actor.id,
        start: filters.start_date,
        end: filters.end_date,
        interval: filters.interval,
        currency: filters.currency,
      }),
  });
