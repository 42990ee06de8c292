import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { brandReportKinds } from '../../domain/brand-report.ts';
import { reportJobSchema, reportJobView } from '../../views/report-job-view.ts';

export const getBrandReportExportRoute = (deps: Deps) =>
  route({
    operationId: 'getBrandReportExport',
    method: 'get',
    path: '/api/brand/reports/exports/:report_id',
    summary: 'How far a report of a brand is that is written in the background',
    description: 'The state of the export; once it is ready, with the address of its file.',
    allow: ['brand'],
    permission: 'analytics:read',
    params: z.object({ report_id: z.uuid() }),
    response: reportJobSchema(brandReportKinds),
    handle: async ({ params: { report_id: id }, actor }) =>
      reportJobView(await deps.reports.find(id, actor.id), deps.links),
  });
