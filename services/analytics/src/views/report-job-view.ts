import { z } from 'zod';
import { notFound } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { exportFormats } from '../domain/report-table.ts';
import { type ReportJobDocument } from '../store/collections.ts';

/** A report that is written in the background, of one of these kinds. */
export const reportJobSchema = <Kind extends string>(kinds: readonly Kind[]) =>
  z.object({
    report_id: z.uuid(),
    kind: z.enum(kinds),
    format: z.enum(exportFormats),
    status: z.enum(['queued', 'running', 'ready', 'failed']),
    progress: z.number().describe('a ratio'),
    rows: z.int(),
    download_url: z.string().nullable().describe('opens without signing in until expires_at'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  });

/** @throws not_found where there is no such report of the caller's */
export function reportJobView(job: ReportJobDocument | null, links: Deps['links']) {
  if (job === null) throw notFound('not_found', { message: 'There is no such record' });
  const { _id: id, kind, format, status, rowCount, rowsDone, createdAt, expiresAt } = job;
  return {
    report_id: id,
    kind,
    format,
    status,
    progress: status === 'ready' ? 1 : Math.min(0.99, rowsDone / Math.max(1, rowCount)),
    rows: rowCount,
    download_url: status === 'ready' ? links.urlOf(id, expiresAt) : null,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
