import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { exportFormatNames, exportFormatOf } from '../../domain/report-table.ts';
import {
  brandReportFilters,
  brandSelectionOf,
  checkBrandPeriod,
} from '../../views/brand-report-view.ts';
import { exportAccepted, exportedReply, exportReport } from '../../workflows/export-report.ts';

export const exportBrandReportRoute = (deps: Deps) =>
  route({
    operationId: 'exportBrandReport',
    method: 'get',
    path: '/api/brand/reports/export',
    summary: 'A brand’s report as CSV, PDF or Excel file',
    description:
      'The rows of `GET /api/brand/reports` for the same filters, all of them. CSV is streamed whatever its length. A long PDF or sheet answers 202 {report_id} and is written in the background: see `GET /api/brand/reports/exports/{report_id}`; `analytics.report.ready` announces it.',
    allow: ['brand'],
    permission: 'analytics:read',
    query: z
      .strictObject({
        ...brandReportFilters,
        format: z.enum(exportFormatNames).describe('`xlsx` and `excel` are the same'),
      })
      .superRefine(checkBrandPeriod),
    accepted: exportAccepted,
    errors: { too_many_reports: 'Ten reports wait to be written already (409)' },
    handle: async ({ query: { format, ...filters }, actor }) => {
      const query = brandSelectionOf(filters, actor.id, deps.clock.now());
      return exportedReply(await exportReport(deps)(query, exportFormatOf(format)));
    },
  });
