import { z } from 'zod';
import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { exportFormats } from '../../domain/report-table.ts';
import { reportKinds } from '../../domain/report.ts';

export const getReportExportRoute = (deps: Deps) =>
  route({
    operationId: 'getReportExport',
    method: 'get',
    path: '/api/affiliate-reports/exports/:report_id',
    summary: 'How far a report is that is written in the background',
    allow: ['affiliate'],
    permission: 'analytics:read',
    params: z.object({ report_id: z.uuid() }),
    response: z.object({
      report_id: z.uuid(),
      kind: z.enum(reportKinds),
      format: z.enum(exportFormats),
      status: z.enum(['queued', 'running', 'ready', 'failed']),
      progress: z.number().describe('a ratio'),
      rows: z.int(),
      download_url: z.string().nullable().describe('opens without signing in until expires_at'),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
    }),
    handle: async ({ params: { report_id: id }, actor }) => {
      const job = await deps.reports.find(id, actor.id);
      if (job === null) throw notFound('not_found', { message: 'There is no such record' });
      const { kind, format, status, rowCount, rowsDone, createdAt, expiresAt } = job;
      return {
        report_id: id,
        kind,
        format,
        status,
        progress: status === 'ready' ? 1 : Math.min(0.99, rowsDone / Math.max(1, rowCount)),
        rows: rowCount,
        download_url: status === 'ready' ? deps.links.urlOf(id, expiresAt) : null,
        created_at: createdAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      };
    },
  });
