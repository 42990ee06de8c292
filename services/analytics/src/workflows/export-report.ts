import { type Readable } from 'node:stream';
import { z } from 'zod';
import { type Reply, reply } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { type ReportQuery } from '../domain/report-query.ts';
import { type ExportFormat } from '../domain/report-table.ts';
import { fileNameOf } from '../domain/tables.ts';
import { findWaiting } from '../domain/waiting-report.ts';
import { jobOf } from './new-report-job.ts';
import { writeCsv } from '../views/csv.ts';
import { openReport, openRows } from './read-report.ts';
import { fileTypes, writeReport } from '../views/report-file.ts';
import { type ReportJobDocument } from '../store/collections.ts';

export type ExportReportDeps = Pick<
  Deps,
  'brandReports' | 'clock' | 'config' | 'figures' | 'fonts' | 'names' | 'newId' | 'transaction'
>;

export type Exported =
  | { readonly job: ReportJobDocument }
  | { readonly file: Readable; readonly name: string; readonly contentType: string };

/** Concurrent calls may exceed the limit by one. @throws conflict `too_many_reports` */
const findOrCreateJob = (
  deps: ExportReportDeps,
  query: ReportQuery,
  about: { format: ExportFormat; rowCount: number },
): Promise<ReportJobDocument> =>
  deps.transaction(async ({ reports }) => {
    const waiting = await reports.listWaiting(query.affiliateId);
    const same = findWaiting(waiting, { ...query, format: about.format });
    if (same !== undefined) return same;
    const job = jobOf(deps, query, about);
    await reports.create(job);
    return job;
  });

/**
 * A report as a file: at once, or as a job where a PDF or a workbook takes long. CSV streams any number of
 * rows.
 * @throws conflict `too_many_reports`
 */
export const exportReport =
  (deps: ExportReportDeps) =>
  async (query: ReportQuery, format: ExportFormat): Promise<Exported> => {
    const { extension, contentType } = fileTypes[format];
    const about = { name: `${fileNameOf(query)}.${extension}`, contentType };
    // Counting the rows first would take as long as reading them.
    if (format === 'csv') return { ...about, file: writeCsv(openRows(deps, query)) };
    const source = await openReport(deps, query);
    const { rowCount } = source;
    if (rowCount > deps.config.REPORT_DIRECT_ROWS) {
      return { job: await findOrCreateJob(deps, query, { format, rowCount }) };
    }
    return { ...about, file: writeReport(source, format, deps.fonts) };
  };

/** The body of the response where the file is written in the background. */
export const exportAccepted = z
  .object({
    report_id: z.uuid().describe('By which the state of the export and its file are read'),
  })
  .meta({ id: 'AcceptedExport', description: 'An export that is written in the background' });

/** The response to an export. */
export const exportedReply = (exported: Exported): Reply =>
  'job' in exported
    ? reply(202, { body: { report_id: exported.job._id } })
    : reply(200, {
        body: exported.file,
        headers: {
          'content-type': exported.contentType,
          'content-disposition': `attachment; filename="${exported.name}"`,
          'cache-control': 'no-store',
        },
      });
