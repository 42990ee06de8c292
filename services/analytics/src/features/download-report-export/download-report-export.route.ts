import { Readable } from 'node:stream';
import { z } from 'zod';
import { notFound, unauthenticated } from '@tributary/errors';
import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { fileNameOf } from '../../domain/tables.ts';
import { fileTypes } from '../../views/report-file.ts';

export const downloadReportExportRoute = (deps: Deps) =>
  route({
    operationId: 'downloadReportExport',
    method: 'get',
    path: '/api/affiliate-reports/exports/:report_id/file',
    summary: 'The file of a finished report',
    description: 'The link, with its token, is `download_url` of the report.',
    allow: 'public',
    params: z.object({ report_id: z.uuid() }),
    query: z.strictObject({ token: z.string().max(100) }),
    errors: { invalid_token: 'The token is wrong, of another report, or has ended (401)' },
    handle: async ({ params: { report_id: id }, query: { token } }) => {
      if (!deps.links.allows(id, token, deps.clock.now())) {
        throw unauthenticated('invalid_token', { message: 'The link is wrong, or has ended' });
      }
      const job = await deps.reports.findById(id);
      if (job?.status !== 'ready') {
        throw notFound('not_found', { message: 'There is no such record' });
      }
      const { contentType, extension } = fileTypes[job.format];
      return reply(200, {
        body: Readable.from(deps.reportFiles.read(id, job.attempts)),
        headers: {
          'content-type': contentType,
          'content-disposition': `attachment; filename="${fileNameOf(job)}.${extension}"`,
          'cache-control': 'private, no-store',
        },
      });
    },
  });
