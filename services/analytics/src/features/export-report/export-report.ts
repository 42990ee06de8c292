import { type Readable } from 'node:stream';
import { invalid } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { type ExportFormat, fileNameOf, type ReportAsked } from '../../domain/report-table.ts';
import { MAX_EXCEL_ROWS } from '../../exports/excel.ts';
import { jobOf } from '../../exports/report-job.ts';
import { openReport } from '../../exports/report-source.ts';
import { fileTypes, writeReport } from '../../exports/write-report.ts';
import { type ReportJobDoc } from '../../store/report-job-store.ts';

export type Exported =
  | { readonly job: ReportJobDoc }
  | { readonly file: Readable; readonly name: string; readonly contentType: string };

/**
 * A report as a file: at once, or as a job where a PDF or a sheet would keep the caller waiting. CSV
 * streams however long it is. @throws invalid `report_too_large` for a sheet that no program opens
 */
export const exportReport =
  (deps: Deps) =>
  async (asked: ReportAsked, format: ExportFormat): Promise<Exported> => {
    const source = await openReport(deps, asked);
    const { rowCount } = source;
    if (format === 'excel' && rowCount > MAX_EXCEL_ROWS) {
      throw invalid('report_too_large', {
        message: `A sheet holds at most ${String(MAX_EXCEL_ROWS)} rows: ask for csv or a shorter period`,
      });
    }
    if (format !== 'csv' && rowCount > deps.config.REPORT_DIRECT_ROWS) {
      const job = jobOf(deps, asked, { format, rowCount });
      await deps.transaction(({ reports }) => reports.create(job));
      return { job };
    }
    const { extension, contentType } = fileTypes[format];
    const file = await writeReport(source, format, deps.fonts);
    return { file, name: `${fileNameOf(asked)}.${extension}`, contentType };
  };
