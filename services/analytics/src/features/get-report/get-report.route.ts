import { z } from 'zod';
import {
  endDate,
  pageQuery,
  paginationSchema,
  route,
  startBeforeEnd,
  startDate,
} from '@tributary/service';
import { currencySchema } from '@tributary/money';
import { type Deps } from '../../deps.ts';
import { metricsSchema, periodSchema } from '../../domain/performance-view.ts';
import { reportKinds } from '../../domain/report.ts';
import { getReport } from './get-report.ts';
import { countedFromEvents } from '../../views/freshness.ts';

const text = z.string().nullable().optional();

const rowSchema = metricsSchema
  .extend({
    campaign_id: z.uuid().optional(),
    campaign_name: text,
    link_id: z.uuid().nullable().optional(),
    tracking_code: text,
    utm_source: text,
    utm_medium: text,
    utm_campaign: text,
    utm_term: text,
    utm_content: text,
    country: text,
    device: z.string().optional(),
    browser: text,
    hour: z.int().optional(),
  })
  .meta({
    id: 'ReportRow',
    description: 'One row of a report; it has the columns of the report’s kind',
  });

export const getReportRoute = (deps: Deps) =>
  route({
    operationId: 'getReport',
    method: 'get',
    path: '/api/affiliate-reports',
    summary: 'An affiliate’s figures by campaign, link, UTM, country, device and browser, or hour',
    description:
      'Without dates: the last 30 days. Rows hold the fields of their kind: campaign_id and campaign_name; link_id, tracking_code and its campaign; utm_source to utm_content; country; device and browser; hour (0 to 23, UTC). Money and conversions of one currency. A conversion counts where its click came from; gross_clicks is unique, duplicate and invalid ones. ' +
      countedFromEvents,
    allow: ['affiliate'],
    permission: 'analytics:read',
    query: z
      .strictObject({
        kind: z.enum(reportKinds).default('campaign'),
        start_date: startDate.optional(),
        end_date: endDate.optional(),
        campaign_id: z.uuid().optional(),
        link_id: z.uuid().optional(),
        currency: currencySchema.default('USD'),
        ...pageQuery({ defaultSize: 50, maxSize: 100 }),
      })
      .superRefine(startBeforeEnd('start_date', 'end_date')),
    response: z.object({
      kind: z.enum(reportKinds),
      period: periodSchema,
      currency: z.string(),
      rows: z.array(rowSchema),
      totals: metricsSchema,
      pagination: paginationSchema,
    }),
    handle: ({ query, actor }) =>
      getReport(deps)({
        kind: query.kind,
        affiliateId: actor.id,
        start: query.start_date,
        end: query.end_date,
        campaignId: query.campaign_id,
        linkId: query.link_id,
        currency: query.currency,
        page: query.page,
        perPage: query.per_page,
      }),
  });
