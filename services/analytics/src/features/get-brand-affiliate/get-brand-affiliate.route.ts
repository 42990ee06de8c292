import { z } from 'zod';
import { currencySchema } from '@tributary/money';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { brandMetricsSchema, periodSchema } from '../../domain/performance-view.ts';
import { getBrandAffiliate } from './get-brand-affiliate.ts';
import { countedFromEvents } from '../../views/freshness.ts';

const time = z.iso.datetime().nullable();

export const getBrandAffiliateRoute = (deps: Deps) =>
  route({
    operationId: 'getBrandAffiliate',
    method: 'get',
    path: '/api/brand/affiliates/:affiliate_id',
    summary: 'An affiliate of the brand, with what the affiliate brought and cost',
    description:
      'Of those who have joined a campaign of the brand, or have clicks or orders there; `GET /api/brand/reports?kind=affiliates` lists them. The metrics are those of that report. Without dates: the last 30 days. ' +
      countedFromEvents,
    allow: ['brand'],
    permission: 'analytics:read',
    params: z.object({ affiliate_id: z.uuid() }),
    query: z
      .strictObject({
        start_date: startDate.optional(),
        end_date: endDate.optional(),
        campaign_id: z.uuid().optional(),
        currency: currencySchema.default('USD'),
      })
      .superRefine(startBeforeEnd('start_date', 'end_date')),
    response: z.object({
      affiliate_id: z.uuid(),
      name: z.string().nullable(),
      period: periodSchema,
      currency: z.string(),
      metrics: brandMetricsSchema,
      per_status: z
        .record(z.string(), z.int())
        .describe('Conversions by status, in all currencies'),
      first_activity_at: time.describe('The first click or order of all time; clicks to the day'),
      last_activity_at: time.describe('The last click or order of all time; clicks to the day'),
      campaigns: z.array(
        z.object({
          campaign_id: z.uuid(),
          campaign_name: z.string().nullable(),
          joined_at: time,
          left_at: time.describe('Null while the membership lasts'),
        }),
      ),
    }),
    handle: ({ params, query: filters, actor }) =>
      getBrandAffiliate(deps)({
        brandId: actor.id,
        affiliateId: params.affiliate_id,
        start: filters.start_date,
        end: filters.end_date,
        campaignId: filters.campaign_id,
        currency: filters.currency,
      }),
  });
