import { z } from 'zod';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { currencySchema } from '@tributary/money';
import { type Deps } from '../../deps.ts';
import { periodOf } from '../../domain/period.ts';
import { reportKinds } from '../../domain/report.ts';
import { exportFormatNames, exportFormatOf } from '../../domain/report-table.ts';
import { exportAccepted, exportedReply, exportReport } from '../../workflows/export-report.ts';

export const exportReportRoute = (deps: Deps) =>
  route({
    operationId: 'exportReport',
    method: 'get',
    path: '/api/affiliate-reports/export',
    summary: 'A report as CSV, PDF or Excel file',
    description:
      'The rows of `GET /api/affiliate-reports` for the same filters, all of them. CSV is streamed whatever its length. A long PDF or sheet answers 202 {report_id} and is written in the background: see `GET /api/affiliate-reports/exports/{report_id}`; `analytics.report.ready` announces it. The first sheet of a workbook has the header and the rows alone, with numbers and times as such; the second has title, filters and totals. A further sheet follows every 1,048,575 rows, where the format ends.',
    allow: ['affiliate'],
    permission: 'analytics:read',
    query: z
      .strictObject({
        format: z.enum(exportFormatNames).describe('`xlsx` and `excel` are the same'),
        kind: z.enum(reportKinds).default('campaign'),
        start_date: startDate.optional(),
        end_date: endDate.optional(),
        campaign_id: z.uuid().optional(),
        link_id: z.uuid().optional(),
        currency: currencySchema.default('USD'),
      })
      .superRefine(startBeforeEnd('start_date', 'end_date')),
    accepted: exportAccepted,
    errors: {
      too_many_reports: 'Ten reports wait to be written already (409)',
    },
    handle: async ({ query: filters, actor }) => {
      const query = {
        kind: filters.kind,
        affiliateId: actor.id,
        campaignId: filters.campaign_id,
        linkId: filters.link_id,
        period: periodOf({ start: filters.start_date, end: filters.end_date }, deps.clock.now()),
        currency: filters.currency,
      };
      return exportedReply(await exportReport(deps)(query, exportFormatOf(filters.format)));
    },
  });
