import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { reportKinds } from '../../domain/report.ts';
import { reportJobSchema, reportJobView } from '../../views/report-job-view.ts';

export const getReportExportRoute = (deps: Deps) =>
  route({
    operationId: 'getReportExport',
    method: 'get',
    path: '/api/affiliate-reports/exports/:report_id',
    summary: 'How far a report is that is written in the background',
    description: 'Its `status` is `ready` once the file can be downloaded from `download_url`.',
    allow: ['affiliate'],
    permission: 'analytics:read',
    params: z.object({ report_id: z.uuid() }),
    response: reportJobSchema(reportKinds),
    handle: async ({ params: { report_id: id }, actor }) =>
      reportJobView(await deps.reports.find(id, actor.id), deps.links),
  });
