import { z } from 'zod';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  metricsSchema,
  periodSchema,
  reportQuery,
  seriesSchema,
} from '../../domain/performance-view.ts';
import { campaignPerformance } from './campaign-performance.ts';

const query = z
  .strictObject({ start_date: startDate.optional(), end_date: endDate.optional(), ...reportQuery })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

export const campaignPerformanceRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/brand/campaigns/:campaign_id/performance',
    summary: 'What a campaign brought and cost',
    description: 'Without dates: the last 30 days.',
    allow: ['brand'],
    scope: 'analytics:read',
    params: z.object({ campaign_id: z.uuid() }),
    query,
    response: z.object({
      campaign_id: z.uuid(),
      period: periodSchema,
      currency: z.string(),
      metrics: metricsSchema.omit({ earnings: true }).extend({ commission: z.number() }),
      per_status: z.record(z.string(), z.int()),
      series: seriesSchema,
      top_affiliates: z.array(
        z.object({ affiliate_id: z.uuid(), conversions: z.int(), commission: z.number() }),
      ),
    }),
    handle: ({ params, query: asked, actor }) =>
      campaignPerformance(deps)({
        campaignId: params.campaign_id,
        brandId: actor.id,
        start: asked.start_date,
        end: asked.end_date,
        interval: asked.interval,
        currency: asked.currency,
      }),
  });
