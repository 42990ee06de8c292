import { type Readable } from 'node:stream';
import { type Fonts } from '@tributary/service';
import { type ExportFormat } from '../domain/report-table.ts';
import { writeCsv } from './csv.ts';
import { writeExcel } from './excel.ts';
import { writePdf } from './pdf.ts';
import { type ReportSource } from './report-source.ts';

interface FileType {
  readonly extension: string;
  readonly contentType: string;
}

export const fileTypes: Readonly<Record<ExportFormat, FileType>> = {
  csv: { extension: 'csv', contentType: 'text/csv; charset=utf-8' },
  pdf: { extension: 'pdf', contentType: 'application/pdf' },
  excel: {
    extension: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
};

/** A report as the bytes of a file, written while it is read. */
export function writeReport(source: ReportSource, format: ExportFormat, fonts: Fonts): Readable {
  if (format === 'csv') return writeCsv(source);
  if (format === 'pdf') return writePdf(source, fonts);
  return writeExcel(source);
}
